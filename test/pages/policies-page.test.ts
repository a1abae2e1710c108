import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Type from 'typebox';
import { expect, test } from 'vitest';
import type { AdapterKind } from '../../contracts/adapter.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Settings } from '../../src/config/settings.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openTestService } from '../open-test-service.ts';

const page = readFileSync(new URL('../../docs/how-to/refuse-by-policies-and-guards.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const [conditions = '', attributes = '', device = '', risk = ''] = blocks('yaml');
const [proofModule = '', riskModule = ''] = blocks('js');
const [challenge = ''] = blocks('json');

const DEVICE_PROOF_KEY = 'a-key-that-the-enrolment-shares-01';

function settingsOf(text: string, folder = '.'): Partial<Settings> {
  const env = { WAYBILL_SECRET: 'a-secret-for-tests-0123456789-abcdefgh', DEVICE_PROOF_KEY };
  const loaded = loadConfig({ file: { name: join(folder, 'waybill.yaml'), text }, env, kinds: new Map() });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { policies, guards } = loaded.settings;
  return { policies, guards, folder: loaded.settings.folder };
}

/** An adapter that logs people in, by a schema that knows of no device. */
const doorKind: AdapterKind = {
  kind: 'door',
  options: Type.Object({}),
  open: async () => ({
    intents: [
      {
        key: 'authentication.login_with_password',
        title: 'Log in',
        description: 'Logs in.',
        effect: 'unsafe',
        actions: ['act'],
        requires: [],
        payload: Type.Object({ username: Type.String(), password: Type.String() }, { additionalProperties: false }),
        result: Type.Object({ seen: Type.Array(Type.String()) }),
        example: { payload: { username: 'zhangsan', password: 'x' }, resources: [] },
      },
    ],
    resourceTypes: [],
    probe: () => ({ state: 'none' }),
    execute: ({ payload }) => ({ effect: 'applied', result: { seen: Object.keys(payload) } }),
    health: () => ({ status: 'healthy' }),
    close: async () => {},
  }),
};

async function openDoor(settings: Partial<Settings>) {
  const targets = [{ name: 'door', kind: 'door', options: {} }];
  const service = await openTestService({ targets, ...settings }, { kinds: new Map([['door', doorKind]]) });
  const request = goodRequest(service.settings, 'authentication.login_with_password');
  const login = (more: object = {}) =>
    send(service.origin, { ...request, payload: { username: 'zhangsan', password: 'x', ...more } });
  return { login, businessKey: request.context.business_key };
}

test('every configuration on the page is accepted', () => {
  expect(blocks('yaml')).toHaveLength(4);
  expect(settingsOf(conditions).policies).toHaveLength(2);
  expect(settingsOf(attributes).policies).toHaveLength(1);
});

test('the automatic risk check challenges a login without a device, and lets it pass with what it asked for', async () => {
  const { login, businessKey } = await openDoor(settingsOf(device));
  const bare = await login();
  expect(bare.outcome.error).toMatchObject({ code: 'guard_challenge', details: JSON.parse(challenge) });
  const described = { fingerprint: 'f-1', os: 'linux' };
  const unproved = await login({ device: described });
  expect(unproved.outcome.error?.details?.challenge).toMatchObject({ bring: [{ pointer: '/payload/device/proof' }] });

  const { proofOf } = await import(
    pathToFileURL(join(folderWith({ 'proof-of.mjs': proofModule }), 'proof-of.mjs')).href
  );
  const proof: string = proofOf(DEVICE_PROOF_KEY, 'f-1', businessKey);
  const passed = await login({ device: { ...described, proof } });
  expect(passed.outcome).toMatchObject({ status: 'fulfilled', result: { seen: ['username', 'password'] } });
  const borrowed = await login({ device: { ...described, fingerprint: 'f-2', proof } });
  expect(borrowed.outcome.error?.code).toBe('guard_denied');
});

test('the module on the page challenges, and passes with the code', async () => {
  const folder = folderWith({ 'risk.js': riskModule, 'package.json': '{"type": "module"}' });
  const { login } = await openDoor(settingsOf(risk, folder));
  const bare = await login();
  expect(bare.outcome.error).toMatchObject({ code: 'guard_challenge', message: 'This login needs a one-time code' });
  const passed = await login({ one_time_code: '123456' });
  expect(passed.outcome).toMatchObject({ status: 'fulfilled', result: { seen: ['username', 'password'] } });
});
