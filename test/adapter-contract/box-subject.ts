import type { AdapterSubject } from '../../adapter-testing/adapter-contract.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { type BoxOptions, boxKind, type Plant } from './box-kind.ts';
import type { Box } from './serve-box.ts';

export const BOX_KEY = 'the key of the box';

export function boxSubject(box: Box, plant?: Plant): AdapterSubject<BoxOptions> {
  return {
    kind: boxKind(plant),
    options: () => ({ origin: box.origin, key: BOX_KEY }),
    calls: { 'box.hold': { leftOut: 'it is the long call' } },
    longCall: { intent: 'box.hold', call: { payload: { number: 1 } }, begun: box.untilHeld },
    distinct: {
      intent: 'box.read',
      call: (number) => ({ payload: { number } }),
      numberOf: (result) => (isRecord(result) ? Number(result.number) : undefined),
      numberOfProgress: ({ message = '' }) => Number(/\d+/.exec(message)?.[0]),
    },
    resources: {
      looks: [{ resource: { type: 'flag', identifier: 'front', state: 'up' } }],
      slow: { resource: { type: 'flag', identifier: 'slow', state: 'up' } },
    },
    world: () => box.letters.length,
    upstream: box,
    badAnswers: [{ intent: 'box.read', call: { payload: { number: 1, path: '/garbage' } } }],
    flood: { intent: 'box.read', call: { payload: { number: 1, path: '/flood' } } },
    secrets: [BOX_KEY],
  };
}
