import type { PolicyRule } from '../../../src/core/policies/policy.ts';
import type { Good } from '../../http/sheets/bad-request.ts';
import { type Attack, byFrame, byHttp } from '../attack.ts';

const NO_HIGH: PolicyRule = {
  name: 'calm',
  when: 'intent.priority == "high" && intent.type == "lab"',
  consequence: { deny: 'Not at high priority.' },
};
const high = (good: Good) => {
  const request = good.request('lab.act');
  return { ...request, intent: { ...request.intent, priority: 'high' } };
};

export const POLICY_ATTACKS: readonly Attack[] = [
  {
    attack: 'what a policy denies',
    send: byHttp((good) => ({ body: high(good) })),
    settings: { policies: [NO_HIGH] },
    expected: 'forbidden',
    because: 'it is asked before anything is looked at or done',
  },
  {
    attack: 'what a policy denies, over a WebSocket',
    send: byFrame((good) => JSON.stringify({ id: 1, request: high(good) })),
    settings: { policies: [NO_HIGH] },
    expected: 'forbidden',
    because: 'there is one way in',
  },
  {
    attack: 'what a policy denies, at the other path',
    send: byHttp((good) => ({ path: '/mcp', body: high(good) })),
    settings: { policies: [NO_HIGH] },
    expected: 'forbidden',
    because: 'there is one way in',
  },
  {
    attack: 'what a policy denies, spelt otherwise',
    send: byHttp((good) => ({ body: { ...high(good), intent: { ...high(good).intent, priority: 'HIGH' } } })),
    settings: { policies: [NO_HIGH] },
    expected: 'invalid_request',
    because: 'words of the envelope are a closed list',
  },
];
