import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeReceiptKey } from '../core/receipt-key.ts';
import { goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { startTestService } from '../open-test-service.ts';
import { folderWith, runHere, runWaybill, serve } from './run-waybill.ts';

const signing = makeReceiptKey();
let answer: string;

beforeAll(async () => {
  const service = await startTestService({ receipts: { key: signing.key, retired: [] }, replica: 'west-1' });
  answer = (await send(service.origin, goodRequest(service.settings))).text;
  await service.close();
});

const verify = (files: Readonly<Record<string, string>>, ...more: string[]) => {
  const folder = folderWith({ 'jwks.json': JSON.stringify(signing.jwks), ...files });
  return runHere(['receipt', 'verify', join(folder, 'answer.json'), '--jwks', join(folder, 'jwks.json'), ...more]);
};

describe('waybill receipt verify', () => {
  test('says in words what a receipt proves, without any service', async () => {
    const run = await verify({ 'answer.json': answer });
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('The receipt is genuine, and of this answer.');
    expect(run.stdout).toContain(`key ${signing.jwk.kid}, as replica west-1, at 20`);
    expect(run.stdout).toContain('system.echo at system');
    expect(run.stdout).toContain('fulfilled, effect none');
    expect(run.stdout).toContain('It does not prove what the target did');
  });

  test('takes the end of a poll, a single key, and standard input', async () => {
    const folder = folderWith({ 'key.json': JSON.stringify(signing.jwk) });
    const run = await runWaybill(['receipt', 'verify', '-', '--jwks', 'key.json', '--json'], {
      folder,
      input: `{"cursor":0,"events":[],"answer":${answer},"status":200}`,
    });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: true, key_id: signing.jwk.kid, receipt: { replica: 'west-1' } });
  });

  test('exits with 1 and the reason for an answer that was changed, in words and as JSON', async () => {
    const changed = answer.replace('"effect":"none"', '"effect":"applied"');
    const run = await verify({ 'answer.json': changed });
    expect(run).toMatchObject({ code: 1, stdout: expect.stringMatching(/^not proven: .*or this one was changed/) });
    const json = await verify({ 'answer.json': changed }, '--json');
    expect(JSON.parse(json.stdout)).toEqual({ ok: false, reason: expect.stringContaining('changed') });
  });

  test('exits with 1 for the key of somebody else', async () => {
    const run = await verify({ 'answer.json': answer, 'jwks.json': JSON.stringify(makeReceiptKey().jwks) });
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('not among those given') });
  });

  test.for([
    ['an answer that is no JSON', { 'answer.json': 'hello' }, 'expected a JSON object'],
    ['keys that are none', { 'answer.json': '{}', 'jwks.json': '{"keys": [1]}' }, 'expected a JWKS'],
    ['a file that is not there', {}, 'can not be read (ENOENT)'],
  ] as const)('exits with 2 for %s', async ([, files, says]) => {
    const run = await verify(files);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
  });
});

test('waybill receipt key prints a key that a service signs with, and whose public part it serves', async () => {
  const printed = await runHere(['receipt', 'key']);
  expect(printed.code).toBe(0);
  const [, key = ''] = /^WAYBILL_RECEIPT_KEY='(.*)'$/m.exec(printed.stdout) ?? [];
  const [, shown = ''] = /^# (\{.*\})$/m.exec(printed.stdout) ?? [];
  expect(shown).not.toContain(JSON.parse(key).d);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of the configuration language
  const service = await serve('receipts:\n  key: ${WAYBILL_RECEIPT_KEY}\n', [], { WAYBILL_RECEIPT_KEY: key });
  const jwks = await (await fetch(`${service.origin}/.well-known/jwks.json`)).json();
  expect(jwks).toEqual({ keys: [JSON.parse(shown)] });
  const flow = ['--domain', 'demo', '--business-key', 'u1', '--url', service.origin, '--json'];
  const sent = await runHere(['send', 'system.echo', ...flow]);
  writeFileSync(join(service.folder, 'answer.json'), sent.stdout);
  writeFileSync(join(service.folder, 'jwks.json'), JSON.stringify(jwks));
  const files = [join(service.folder, 'answer.json'), '--jwks', join(service.folder, 'jwks.json')];
  expect((await runHere(['receipt', 'verify', ...files])).code).toBe(0);
  expect(service.stdout() + service.stderr()).not.toContain(JSON.parse(key).d);
});

test('the program on the page about receipts runs as written', async () => {
  const page = readFileSync(new URL('../../docs/how-to/audit-and-receipts.md', import.meta.url), 'utf8');
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];
  const folder = folderWith({ 'answer.json': answer, 'jwks.json': JSON.stringify(signing.jwks) });
  const files = (name: string) => JSON.stringify(join(folder, name));
  const written = program.replace("'answer.json'", files('answer.json')).replace("'jwks.json'", files('jwks.json'));
  const run = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: written,
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url), // where the packages are that it imports
  });
  expect(run).toMatchObject({ stdout: 'genuine system.echo fulfilled none\n', stderr: '' });
});
