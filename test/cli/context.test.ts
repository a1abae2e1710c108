import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { folderWith, runHere, SECRET } from './run-waybill.ts';

const ENV = { WAYBILL_SECRET: SECRET };
const MINT = ['context', 'mint', '--domain', 'login-flow', '--business-key', 'user_1'];

async function mintOne(env = ENV): Promise<string> {
  const run = await runHere(MINT, env);
  expect(run.code).toBe(0);
  return run.stdout.trim();
}

describe('waybill context mint', () => {
  test('prints one id a line, of rising sequence', async () => {
    const run = await runHere([...MINT, '--count', '3'], ENV);
    const sequences = run.stdout
      .trim()
      .split('\n')
      .map((id) => id.match(/^login-flow-\d{13}-(\d{3})-[0-9a-f]{16}$/)?.[1]);
    expect(sequences).toEqual(['001', '002', '003']);
  });

  test('goes on after a parent', async () => {
    const run = await runHere([...MINT, '--parent', await mintOne(), '--json'], ENV);
    expect(JSON.parse(run.stdout).contexts[0].id).toMatch(/-002-[0-9a-f]{16}$/);
  });

  test('refuses a parent that is not its own', async () => {
    const run = await runHere([...MINT, '--parent', 'login-flow-1779999960000-001-8a3f9b2c4d5e6f70'], ENV);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('does not match its hash');
  });

  test('refuses a domain that no id can have', async () => {
    const run = await runHere(['context', 'mint', '--domain', 'a b', '--business-key', 'u'], ENV);
    expect(run.code).toBe(1);
  });

  test('mints what a service with the same secret accepts, and the other way round', async () => {
    const { origin } = await openTestService({ secrets: [new TextEncoder().encode(SECRET)] });
    const send = ['send', 'system.echo', '--url', origin, '--business-key', 'user_1', '--context'];
    expect((await runHere([...send, await mintOne()])).code).toBe(0);
    const there = await runHere([...MINT, '--url', origin, '--json']);
    const { id } = JSON.parse(there.stdout).contexts[0];
    expect((await runHere(['context', 'verify', id, '--business-key', 'user_1'], ENV)).code).toBe(0);
  });
});

describe('waybill context verify', () => {
  test('shows what is in a valid id, and the next one', async () => {
    const run = await runHere(['context', 'verify', await mintOne(), '--business-key', 'user_1', '--json'], ENV);
    expect(run.code).toBe(0);
    const verdict = JSON.parse(run.stdout);
    expect(verdict).toMatchObject({ valid: true, domain: 'login-flow', sequence: '001' });
    expect(verdict.next_id).toContain('-002-');
  });

  test.for([
    { because: 'another business key', change: (id: string) => id, key: 'user_2', says: 'context_hash_mismatch' },
    {
      because: 'a changed sequence',
      change: (id: string) => id.replace('-001-', '-009-'),
      key: 'user_1',
      says: 'context_hash_mismatch',
    },
    { because: 'no id at all', change: () => 'hello', key: 'user_1', says: 'context_malformed' },
  ])('refuses $because with exit code 1', async ({ change, key, says }) => {
    const run = await runHere(['context', 'verify', change(await mintOne()), '--business-key', key], ENV);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(says);
  });

  test('knows ids of a rotated secret, and not those of another', async () => {
    const id = await mintOne();
    const verify = ['context', 'verify', id, '--business-key', 'user_1'];
    const rotated = `another-secret-0123456789-0123456789,${SECRET}`;
    expect((await runHere(verify, { WAYBILL_SECRET: rotated })).code).toBe(0);
    expect((await runHere(verify, { WAYBILL_SECRET: rotated.slice(0, 36) })).code).toBe(1);
  });

  test('goes by the lifetime in the configuration', async () => {
    const folder = folderWith({ 'waybill.yaml': 'context: { hash_digits: 32 }\n' });
    const run = await runHere([...MINT, '--config', join(folder, 'waybill.yaml')], ENV);
    expect(run.stdout.trim()).toMatch(/-[0-9a-f]{32}$/);
  });
});
