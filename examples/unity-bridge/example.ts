import type { Resource } from '../../contracts/resource.ts';
import type { Example } from '../example.ts';
import { openStandIn } from './stand-in.ts';

const alive = (identifier: string): readonly Resource[] => [{ type: 'game_object', identifier, state: 'alive' }];

/** An object that is not as it was said to be: refused before it is asked to act. */
const foundTo = (actual_state: string) => ({
  status: 'rejected' as const,
  effect: 'none' as const,
  error: {
    code: 'resource_state_mismatch' as const,
    details: { resources: [{ type: 'game_object', expected_state: 'alive', actual_state }] },
  },
});

export const example: Example = {
  domain: 'unity-arena',
  open: async () => {
    const unity = await openStandIn();
    const intent = 'player_action';
    return {
      variables: { UNITY_BRIDGE_URL: unity.url },
      close: unity.close,
      steps: [
        {
          title: 'Have the player jump',
          intent,
          resources: alive('PlayerCharacter'),
          payload: { action: 'jump' },
          expected: {
            status: 'fulfilled',
            effect: 'applied',
            verification: { status: 'verified' },
            result: { object: 'PlayerCharacter', action: 'jump', position: { x: 1, y: 1 } },
          },
        },
        {
          title: 'Ask a dead one: refused before anything is done',
          before: () => unity.kill('Goblin'),
          intent,
          resources: alive('Goblin'),
          payload: { action: 'attack' },
          expected: foundTo('dead'),
        },
        {
          title: 'Ask one that is not in the scene',
          intent,
          resources: alive('Dragon'),
          payload: { action: 'attack' },
          expected: foundTo('absent'),
        },
        {
          title: 'Ask one that dies between the look and its turn',
          before: () => unity.killAtNextAct('PlayerCharacter'),
          intent,
          resources: alive('PlayerCharacter'),
          payload: { action: 'wave' },
          expected: {
            status: 'rejected',
            effect: 'none',
            error: {
              code: 'resource_state_mismatch',
              details: { expected_state: 'alive', actual_state: 'dead' },
            },
          },
        },
        {
          title: 'Ask while the editor is closed',
          before: unity.stop,
          intent,
          resources: alive('PlayerCharacter'),
          payload: { action: 'jump' },
          expected: { status: 'rejected', effect: 'none', error: { code: 'adapter_unavailable' } },
        },
        {
          title: 'Ask once it is open again: the scene is as it was',
          before: unity.start,
          intent,
          resources: alive('PlayerCharacter'),
          payload: { action: 'jump' },
          expected: foundTo('dead'),
        },
      ],
    };
  },
};
