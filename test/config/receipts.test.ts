// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the configuration language
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeReceiptKey } from '../core/receipt-key.ts';
import { load, SECRET } from './load-for-test.ts';

const signing = makeReceiptKey();
const env = (key: string) => ({ env: { WAYBILL_SECRET: SECRET, WAYBILL_RECEIPT_KEY: key } });

test.for([
  ['a JWK', signing.key],
  ['PKCS#8 PEM', signing.pem],
  ['PEM with its line breaks as \\n', signing.pem.replaceAll('\n', '\\n')],
])('the key of receipts may be %s', ([, key = '']) => {
  const loaded = load('receipts:\n  key: ${WAYBILL_RECEIPT_KEY}\n', env(key));
  expect('settings' in loaded && loaded.settings.receipts).toEqual({ key, retired: [] });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
test.for([
  ['a text', 'hunter2'],
  ['a public key', JSON.stringify(signing.jwk)],
  ['a key of another kind', rsa.export({ format: 'pem', type: 'pkcs8' }).toString()],
  ['JSON that is no key', '{"kty":"OKP","crv":"Ed25519","d":"hunter2"}'],
])('%s is no key of receipts, and is not shown', ([, key = '']) => {
  const loaded = load('receipts:\n  key: ${WAYBILL_RECEIPT_KEY}\n', env(key));
  expect(loaded).toMatchObject({
    problems: [
      {
        where: 'waybill.yaml:2:8',
        message: expect.stringContaining('Ed25519'),
        hint: expect.stringContaining('receipt key'),
      },
    ],
  });
  expect(JSON.stringify(loaded)).not.toContain('hunter2');
  expect(JSON.stringify(loaded)).not.toContain('PRIVATE');
});

test('no two keys of receipts go by one id, and none that is retired brings its private part', () => {
  const { kid, x } = signing.jwk;
  const retired = (more: string) => `    - { kty: OKP, crv: Ed25519, x: "${x}", ${more} }\n`;
  const text = `receipts:\n  key: \${WAYBILL_RECEIPT_KEY}\n  retired:\n${retired(`kid: "${kid}"`)}${retired('kid: a, d: hunter2')}`;
  const loaded = load(text, env(signing.key));
  expect(loaded).toMatchObject({
    problems: [{ message: 'another key has this id already' }, { message: 'unknown key "d"' }],
  });
  expect(JSON.stringify(loaded)).not.toContain('hunter2');
});

test.for(['stdot', 'audit.log', ''])('audit.to: "%s" is neither stdout nor a path', (to) => {
  expect(load(`audit: { to: "${to}" }\n`)).toMatchObject({
    problems: [{ where: 'waybill.yaml:1:14', hint: expect.stringContaining('stdout') }],
  });
});
