import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT, openStandIn } from '../../examples/ruoyi-login/stand-in.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { SECRET } from '../config/load-for-test.ts';
import { CAPABILITIES, goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openTestService } from '../open-test-service.ts';
import { EXAMPLE_LIMIT_MS, runExample } from './run-example.ts';

test('the example ruoyi-login comes to what it says', { timeout: EXAMPLE_LIMIT_MS }, async () => {
  expect(await runExample('ruoyi-login')).toContain('Every step came to what it should.');
});

test('the token of a login reaches the caller, and neither it nor the password a log', async () => {
  const standIn = await openStandIn();
  const text = readFileSync(new URL('../../examples/ruoyi-login/waybill.yaml', import.meta.url), 'utf8');
  const env = { WAYBILL_SECRET: SECRET, RUOYI_URL: standIn.url };
  const loaded = loadConfig({ file: { name: 'waybill.yaml', text }, env, kinds: ADAPTER_KINDS });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const service = await openTestService({ targets: loaded.settings.targets }, { kinds: ADAPTER_KINDS });
  const ask = async (action: string, payload: object) => {
    const request = goodRequest(service.settings, `authentication.${action}`);
    const client_capabilities = { ...CAPABILITIES, supported_actions: [action] };
    const { outcome } = await send(service.origin, { ...request, client_capabilities, payload });
    return Object(outcome.result);
  };
  const { uuid } = await ask('captcha', {});
  const { token } = await ask('login_with_password', { ...ACCOUNT, uuid, code: standIn.answerOf(uuid) });
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{80,}$/);
  expect(await ask('current_user', { token })).toMatchObject({ username: ACCOUNT.username });
  await ask('login_with_password', { ...ACCOUNT, uuid, code: 'wrong' });
  const log = JSON.stringify(service.log());
  expect(log).toContain('authentication.login_with_password');
  for (const secret of [token, ACCOUNT.password]) expect(log).not.toContain(secret);
  await standIn.close();
});
