import { expect, test } from 'vitest';
import { WaitingCalls } from '../../adapters/mcp/connections/waiting-calls.ts';
import type { Call } from '../../contracts/adapter.ts';
import { makeCall } from '../make-call.ts';
import { openTestMcp, serverCommand } from './open-test-mcp.ts';

async function callsOf(...principals: readonly string[]): Promise<readonly Call[]> {
  const { adapter, declared } = await openTestMcp(serverCommand('stdio.mjs'));
  await declared();
  return principals.map((principal) => makeCall(adapter, 'box.say', { payload: {} }, { principal }));
}

test('what comes for no call by name is for the one that waits alone', async () => {
  const [one, two] = await callsOf('a', 'b');
  if (one === undefined || two === undefined) throw new Error('Two calls were made');
  const waiting = new WaitingCalls();
  expect(waiting.alone()).toMatch(/no call waits/);
  waiting.add(one);
  expect(waiting.alone()).toBe(one);
  waiting.add(two);
  expect(waiting.alone()).toMatch(/several calls wait/);
  waiting.delete(one, true);
  expect(waiting.alone()).toBe(two);
});

test('it may be for a call that was given up: nobody but the caller of that one is asked from then on', async () => {
  const [given, other, own] = await callsOf('a', 'b', 'a');
  if (given === undefined || other === undefined || own === undefined) throw new Error('Three calls were made');
  const waiting = new WaitingCalls();
  waiting.add(given);
  waiting.delete(given, false);
  waiting.add(other);
  expect(waiting.alone()).toMatch(/a call of another caller was given up/);
  waiting.delete(other, true);
  waiting.add(own);
  expect(waiting.alone()).toBe(own);
});
