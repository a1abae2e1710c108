import { expect, test } from 'vitest';
import { type Action, digestAction } from '../../src/core/action-digest.ts';
import { goodRequest } from '../http/good-request.ts';
import { testSettings } from '../open-test-service.ts';

function action(changes: Partial<Action> = {}): Action {
  return { request: goodRequest(testSettings()), domain: 'shop', principal: 'ann', target: 'system', ...changes };
}

test('The same action has the same digest, whatever its context id, mode, nonce and the order of its properties', () => {
  const { request } = action();
  const again = {
    ...request,
    intent: { ...request.intent, mode: 'dry_run' as const, timeout_ms: 5 },
    context: { ...request.context, id: 'another' },
    payload: Object.fromEntries(Object.entries(request.payload).reverse()),
  };
  expect(digestAction(action())).toMatch(/^[0-9a-f]{64}$/);
  expect(digestAction(action({ request: again }))).toBe(digestAction(action()));
});

const { request } = action();
const others: readonly Partial<Action>[] = [
  { domain: 'other' },
  { principal: 'bob' },
  { target: 'browser' },
  { request: { ...request, payload: { ...request.payload, more: 1 } } },
  { request: { ...request, context: { ...request.context, business_key: 'another' } } },
  { request: { ...request, intent: { type: 'system', sub_type: 'sleep' } } },
  { request: { ...request, resources: [{ type: 'page', identifier: 'x', state: 'open' }] } },
];

test.each(others)('Another action has another digest: %j', (changes) => {
  expect(digestAction(action(changes))).not.toBe(digestAction(action()));
});
