import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { runHere } from '../cli/run-waybill.ts';
import { SECRET } from '../config/load-for-test.ts';
import { CAPABILITIES, goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openBackEnd, type ReceivedRequest, sendJson } from '../http-adapter/open-back-end.ts';
import { openTestService } from '../open-test-service.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../fixtures/openapi/${name}`, import.meta.url));

/** What the variables that an import asks for are set to. */
const VALUE = '12345';

function loadImported(text: string) {
  const names = [...text.matchAll(/(?<!\$)\$\{(\w+)\}/g)].map(([, name = '']) => [name, VALUE] as const);
  const env = { ...Object.fromEntries(names), WAYBILL_SECRET: SECRET };
  return loadConfig({ file: { name: 'imported.yaml', text }, env, kinds: ADAPTER_KINDS });
}

/** Imports a document, serves what came of it, and sends one intent. */
async function call(document: string, target: string, intent: string, payload: JsonObject, answer: unknown = {}) {
  const standIn = await openBackEnd((_request, response) => sendJson(response, answer));
  const run = await runHere([
    'import',
    'openapi',
    fileOf(document),
    '--target',
    target,
    '--base-url',
    `${standIn.origin}/base`,
  ]);
  const loaded = loadImported(run.stdout);
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  const { origin, settings } = await openTestService({ targets: loaded.settings.targets }, { kinds: ADAPTER_KINDS });
  const request = goodRequest(settings, intent);
  const client_capabilities = { ...CAPABILITIES, supported_actions: [intent.split('.')[1] ?? ''] };
  const answered = await send(origin, { ...request, client_capabilities, payload });
  const [received] = standIn.received;
  return { outcome: answered.outcome, received: received as ReceivedRequest }; // `as`: every test sends one
}

describe.for([
  { document: 'github.json', intents: 7, leftOut: /POST \/repos.*uploads\.github\.com.*target of its own/ },
  { document: 'figma.yaml', intents: 4, leftOut: /GET \/v1\/activity_logs.*PlanAccessToken/ },
  { document: 'twilio-verify.json', intents: 4, leftOut: undefined },
])('the document $document of a real service', ({ document, intents, leftOut }) => {
  test('is valid, and imported into a configuration that loads', async () => {
    const run = await runHere(['import', 'openapi', fileOf(document)]);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain('no valid OpenAPI');
    expect(run.stderr).toContain(`${intents} intents, ${leftOut === undefined ? 0 : 1} left out`);
    if (leftOut !== undefined) expect(run.stderr).toMatch(leftOut);
    expect(loadImported(run.stdout)).not.toHaveProperty('problems');
  });

  test('is imported in the same words each time, with an example for every intent', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => runHere(['import', 'openapi', fileOf(document)])));
    expect(first?.stdout).toBe(second?.stdout);
    expect(first?.stdout.match(/^ {8}example:$/gm)).toHaveLength(intents);
  });
});

describe('a call of an imported operation', () => {
  test('of GitHub has its path and its JSON, whatever they hold', async () => {
    const { outcome, received } = await call('github.json', 'github', 'github.issues_create_label', {
      owner: 'a/../b',
      repo: 'waybill',
      body: { name: 'späť {{ payload }}', color: 'f29513' },
    });
    expect(outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    expect(received).toMatchObject({ method: 'POST', url: '/base/repos/a%2F..%2Fb/waybill/labels' });
    expect(received.headers['content-type']).toBe('application/json');
    expect(JSON.parse(received.body)).toEqual({ name: 'späť {{ payload }}', color: 'f29513' });
  });

  test('of GitHub has the parameters of its query that were given', async () => {
    const { outcome, received } = await call(
      'github.json',
      'github',
      'github.issues_list_labels_for_repo',
      {
        owner: 'o',
        repo: 'r',
        per_page: 5,
      },
      [{ id: 1, name: 'bug' }],
    );
    expect(outcome).toMatchObject({ status: 'fulfilled', effect: 'none', result: [{ id: 1, name: 'bug' }] });
    expect(received).toMatchObject({ method: 'GET', url: '/base/repos/o/r/labels?per_page=5' });
  });

  test('of Figma proves who it is by the header that the document names', async () => {
    const { outcome, received } = await call('figma.yaml', 'figma', 'figma.post_comment', {
      file_key: 'abc',
      body: { message: 'Looks good', client_meta: { x: 1, y: 2.5 } },
    });
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(received).toMatchObject({ method: 'POST', url: '/base/v1/files/abc/comments' });
    expect(received.headers['x-figma-token']).toBe(VALUE);
    expect(JSON.parse(received.body)).toEqual({ message: 'Looks good', client_meta: { x: 1, y: 2.5 } });
  });

  test('of Twilio is a form, with the password of the environment', async () => {
    const ServiceSid = `VA${'0'.repeat(32)}`;
    const { outcome, received } = await call('twilio-verify.json', 'twilio', 'twilio.create_verification', {
      ServiceSid,
      body: { To: '+15017122661', Channel: 'sms' },
    });
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(received).toMatchObject({ method: 'POST', url: `/base/v2/Services/${ServiceSid}/Verifications` });
    expect(received.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${VALUE}:${VALUE}`)}`,
    });
    expect(received.body).toBe('To=%2B15017122661&Channel=sms');
  });

  test('is refused before anything is sent where its payload does not fit the document', async () => {
    const { outcome, received } = await call('twilio-verify.json', 'twilio', 'twilio.create_verification', {
      ServiceSid: 'VA1',
      body: { To: '+15017122661' },
    });
    expect(outcome).toMatchObject({ status: 'rejected', error: { code: 'payload_invalid' } });
    expect(received).toBeUndefined();
  });

  test('counts as done where the answer is otherwise than the document says', async () => {
    const { outcome } = await call(
      'github.json',
      'github',
      'github.issues_create_label',
      {
        owner: 'o',
        repo: 'r',
        body: { name: 'bug' },
      },
      { id: null, unheard_of: true, color: 'no colour at all' },
    );
    expect(outcome).toMatchObject({ status: 'fulfilled', result: { unheard_of: true } });
  });
});

test('every real document has its source and its licence beside it', () => {
  const readme = readFileSync(fileOf('README.md'), 'utf8');
  for (const name of ['github.json', 'figma.yaml', 'twilio-verify.json']) expect(readme).toContain(`| \`${name}\``);
});
