import { describe, expect, test } from 'vitest';
import { runHere, SECRET } from '../cli/run-waybill.ts';
import { load } from '../config/load-for-test.ts';
import { openTestService } from '../open-test-service.ts';
import { apiKey, apiKeys, keyOf } from './auth-settings.ts';

const secrets = [new TextEncoder().encode(SECRET)];
const ECHO = ['system.echo', '--domain', 'first-steps', '--business-key', 'u1'];

describe('waybill key create', () => {
  test('shows a key, and an entry that lets it in', async () => {
    const { code, stdout, stderr } = await runHere(['key', 'create', '--id', 'ci@acme', '--intent', 'system.*']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^wbk_[A-Za-z0-9_-]{43}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    const loaded = load(stderr);
    if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
    const { origin } = await openTestService({ auth: loaded.settings.auth });
    const sent = await runHere(['send', ...ECHO, '--url', origin], { WAYBILL_TOKEN: stdout.trim() });
    expect(sent.code).toBe(0);
  });

  test('makes another one each time, and as JSON where that is asked for', async () => {
    const runs = await Promise.all([1, 2].map(() => runHere(['key', 'create', '--json'])));
    const [first, second] = runs.map(({ stdout }) => JSON.parse(stdout));
    expect(first.key).not.toBe(second.key);
    expect(first.entry).toEqual({
      id: 'new-caller',
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      intents: [],
    });
  });

  test('says that a key without intents may do nothing', async () => {
    expect((await runHere(['key', 'create'])).stderr).toContain('may do nothing yet');
  });

  test.for(['a b', '-a', 'a"b', ''])('refuses the id "%s"', async (id) => {
    expect((await runHere(['key', 'create', '--id', id])).code).toBe(2);
  });
});

describe('commands that talk to a service', () => {
  test.for([
    ['send', ...ECHO],
    ['explain', ...ECHO],
    ['context', 'mint', '--domain', 'first-steps', '--business-key', 'u1'],
    ['routes'],
  ])('take the token from the environment: %s', async (command) => {
    const { origin } = await openTestService(apiKeys(apiKey('alice', { may: ['explain'] })));
    const at = [...command, '--url', origin];
    expect((await runHere(at, { WAYBILL_TOKEN: ` ${keyOf('alice')}\n` })).code).toBe(0);
    expect((await runHere([...at, '--token-env', 'OTHER'], { OTHER: keyOf('alice') })).code).toBe(0);
    const unset = await runHere([...at, '--token-env', 'OTHER'], { WAYBILL_TOKEN: keyOf('alice') });
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain('OTHER is not set');
    const without = await runHere(at);
    expect(without.code).toBe(1);
    expect(`${without.stdout}${without.stderr}`).toContain('does not say who calls');
    expect(without.stderr).toContain('WAYBILL_TOKEN');
    const wrong = await runHere(at, { WAYBILL_TOKEN: `${keyOf('alice')}x` });
    expect(wrong.code).toBe(1);
    expect(`${wrong.stdout}${wrong.stderr}`.includes(keyOf('alice'))).toBe(false);
  });

  test('mint and verify here for the principal that is named', async () => {
    const { origin } = await openTestService({ secrets, ...apiKeys(apiKey('alice'), apiKey('bob')) });
    const flow = ['--business-key', 'u1', '--principal', 'alice'];
    const { stdout } = await runHere(['context', 'mint', '--domain', 'x', ...flow], { WAYBILL_SECRET: SECRET });
    const id = stdout.trim();
    expect((await runHere(['context', 'verify', id, ...flow], { WAYBILL_SECRET: SECRET })).code).toBe(0);
    expect((await runHere(['context', 'verify', id, ...flow.slice(0, 2)], { WAYBILL_SECRET: SECRET })).code).toBe(1);
    const send = ['send', 'system.echo', '--context', id, '--business-key', 'u1', '--url', origin];
    expect((await runHere(send, { WAYBILL_TOKEN: keyOf('alice') })).code).toBe(0);
    const other = await runHere(send, { WAYBILL_TOKEN: keyOf('bob') });
    expect(other.code).toBe(1);
    expect(other.stdout).toContain('context_hash_mismatch');
  });
});
