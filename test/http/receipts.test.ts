import { hash } from 'node:crypto';
import { CompactSign, importJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../contracts/answer.ts';
import { digestAction } from '../../src/core/action-digest.ts';
import { verifyReceipt } from '../../src/core/receipts/verify-receipt.ts';
import { makeReceiptKey } from '../core/receipt-key.ts';
import { DRIVERS } from '../matrix/drivers/drivers.ts';
import { MATRIX_CONFIG } from '../matrix/matrix-config.ts';
import { exchange } from './exchange.ts';
import { openLab } from './open-lab.ts';
import { send } from './send.ts';

const signing = makeReceiptKey();
const RECEIPTS = { receipts: { key: signing.key, retired: [] }, replica: 'west-1' };
const LEVER = { type: 'lever', identifier: 'left', state: 'on' };

const verify = (answer: unknown, jwks: Parameters<typeof verifyReceipt>[1] = signing.jwks) =>
  verifyReceipt(JSON.parse(JSON.stringify(answer)), jwks);

async function openSigning() {
  const { service, good } = await openLab(RECEIPTS);
  const act = (payload: object, key = 'lab.act') => send(service.origin, { ...good.request(key), payload });
  return { service, good, act };
}

describe('a receipt', () => {
  test('says who had what done where, what was found before, what came of it, when, and by which replica', async () => {
    const { service, good } = await openSigning();
    const request = { ...good.request('lab.pull'), resources: [LEVER] };
    const answer = JSON.parse((await send(service.origin, request)).text);
    const verified = await verify(answer);
    expect(verified).toEqual({
      keyId: signing.jwk.kid,
      receipt: {
        version: 1,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        replica: 'west-1',
        trace_id: answer.trace_id,
        principal: 'anonymous',
        context_id: request.context.id,
        domain: 'login-flow',
        intent: 'lab.pull',
        target: 'lab',
        action_digest: digestAction({ request, domain: 'login-flow', principal: 'anonymous', target: 'lab' }),
        prechecks: [
          { type: 'lever', identifier_digest: hash('sha256', 'left'), expected_state: 'on', actual_state: 'on' },
        ],
        status: 'fulfilled',
        effect: 'applied',
        outcome_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test.for(['fail', 'contradict', 'misfit', 'throw', 'reject'])('is given for an act that ends in %s', async (what) => {
    const { act } = await openSigning();
    const { text } = await act({ do: what });
    expect(await verify(JSON.parse(text))).toMatchObject({ receipt: { status: 'partially_fulfilled' } });
  });

  test('is not given for what was refused or only tried', async () => {
    const { service, good, act } = await openSigning();
    const intent = { type: 'lab', sub_type: 'act', mode: 'dry_run' };
    const tried = await send(service.origin, { ...good.request('lab.act'), intent });
    for (const { outcome } of [tried, await act({ unknown: 1 })]) expect(outcome).not.toHaveProperty('receipt');
  });

  test('is of outcomes with any text and number that JSON can hold', async () => {
    const { service, good } = await openSigning();
    const plain = JSON.stringify(good.request('system.echo'));
    for (const odd of ['"\\ud800"', '1e999', '1e21', '-0', '"\\u2028é€😀"', '{"\\udfff":[]}']) {
      const { text } = await send(service.origin, plain.replace('"payload":{}', `"payload":{"odd":${odd}}`));
      expect(await verify(JSON.parse(text))).toHaveProperty('receipt');
    }
  });

  test('can be checked with any JOSE library and any canonical JSON (RFC 8785): nothing in it is our own form', async () => {
    const { service, act } = await openSigning();
    const { outcome } = await act({ do: 'tell' });
    const { createLocalJWKSet, compactVerify } = await import('jose');
    const { default: canonicalize } = await import('canonicalize');
    const jwks = JSON.parse((await exchange(service.origin, { method: 'GET', path: '/.well-known/jwks.json' })).text);
    const { receipt = '', ...rest } = outcome;
    const { payload } = await compactVerify(receipt, createLocalJWKSet(jwks));
    const claims = JSON.parse(Buffer.from(payload).toString());
    expect(claims.outcome_digest).toBe(hash('sha256', canonicalize(rest) ?? ''));
  });
});

interface Change {
  readonly what: string;
  change(answer: Answer): unknown;
  readonly wrong: RegExp;
}

const other = makeReceiptKey();
const sign = async (claims: object, typ = 'waybill-receipt+jws', key = signing) =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: key.jwk.kid })
    .sign(await importJWK(JSON.parse(key.key), 'EdDSA'));
const withReceipt = (answer: Answer, receipt: string) => ({ ...answer, outcome: { ...answer.outcome, receipt } });
const parts = (answer: Answer) => (answer.outcome.receipt ?? '').split('.');

const CHANGES: readonly Change[] = [
  {
    what: 'its result was changed',
    change: (answer) => ({ ...answer, outcome: { ...answer.outcome, result: { done: 2 } } }),
    wrong: /another outcome, or this one was changed/,
  },
  {
    what: 'its status was changed',
    change: (answer) => ({ ...answer, outcome: { ...answer.outcome, status: 'rejected' } }),
    wrong: /another outcome, or this one was changed/,
  },
  { what: 'its trace was changed', change: (answer) => ({ ...answer, trace_id: '0'.repeat(32) }), wrong: /trace_id/ },
  { what: 'its context was changed', change: (answer) => ({ ...answer, context: { id: 'x' } }), wrong: /context\.id/ },
  { what: 'its context is gone', change: (answer) => ({ ...answer, context: null }), wrong: /context\.id/ },
  { what: 'its intent was changed', change: (answer) => ({ ...answer, intent: { type: 'lab' } }), wrong: /intent/ },
  {
    what: 'its receipt was cut out',
    change: ({ outcome: { receipt: _, ...outcome }, ...answer }) => ({ ...answer, outcome }),
    wrong: /has no receipt/,
  },
  { what: 'it is none', change: () => ({ success: true }), wrong: /no answer/ },
  { what: 'its receipt is noise', change: (answer) => withReceipt(answer, 'a.b.c'), wrong: /can not be read/ },
  {
    what: 'the claims were changed',
    change: (answer) => {
      const [head, , signature] = parts(answer);
      return withReceipt(answer, `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`);
    },
    wrong: /signature/,
  },
  {
    what: 'it is unsigned (alg none)',
    change: (answer) => {
      const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'waybill-receipt+jws' })).toString('base64url');
      return withReceipt(answer, `${head}.${parts(answer)[1]}.`);
    },
    wrong: /can not be read/,
  },
  {
    what: 'it was signed by another key under our id',
    change: async (answer) => withReceipt(answer, await sign({}, undefined, { ...other, jwk: signing.jwk })),
    wrong: /signature/,
  },
  {
    what: 'it was signed by an unknown key',
    change: async (answer) => withReceipt(answer, await sign({}, undefined, other)),
    wrong: /not among those given/,
  },
  {
    what: 'our key signed something else',
    change: async (answer) => withReceipt(answer, await sign({}, 'JWT')),
    wrong: /no receipt/,
  },
  {
    what: 'our key signed another form',
    change: async (answer) => withReceipt(answer, await sign({ version: 2 })),
    wrong: /a form that this version does not know/,
  },
];

describe('an answer is not proven where', () => {
  test.for(CHANGES)('$what', async ({ change, wrong }) => {
    const { act } = await openSigning();
    const answer: Answer = JSON.parse((await act({})).text);
    expect(await verify(answer)).toHaveProperty('receipt');
    expect(await verify(await change(answer))).toEqual({ wrong: expect.stringMatching(wrong) });
  });
});

describe('receipts', () => {
  test.for(DRIVERS)('go out over $name', async (driver) => {
    const actions = new Map(Object.entries(MATRIX_CONFIG.v1?.actions ?? {}));
    const { service, good } = await openLab({ ...RECEIPTS, v1: { domain: 'v1', actions } });
    const body = { ...good.request('lab.act'), payload: { do: 'wait', ms: 50 } };
    const started = driver.start(service.origin, { body }, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    const came = await started.came;
    if (came.v1 !== undefined) expect(came.v1.receipt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    else expect(await verify(came.answer)).toHaveProperty('receipt');
    started.leave();
  });

  test('leave an answer within the limit of its client: the digest is over what is sent', async () => {
    const { service, good } = await openSigning();
    const limited = (max: number) => ({ ...good.request().client_capabilities, max_payload_size: max });
    for (const max of [1100, 1500, 2000, 2600, 4000]) {
      const payload = { do: 'fill', letters: 1400 };
      const request = { ...good.request('lab.act'), client_capabilities: limited(max), payload };
      const { text, outcome } = await send(service.origin, request);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
      if (max < 1500) expect(outcome).not.toHaveProperty('receipt');
      else expect(await verify(JSON.parse(text))).toHaveProperty('receipt');
      if (max < 2600) expect(outcome.result_omitted).toMatchObject({ max_bytes: max });
      if (max === 4000) expect(outcome).not.toHaveProperty('result_omitted');
    }
  });

  test('are given again with the answer to a repeated nonce; not where a part of what was signed is left out of it', async () => {
    const { service, good } = await openSigning();
    const once = (max: number) => {
      const request = { ...good.request('lab.act'), payload: { do: 'fill', letters: 1400 } };
      const { client_capabilities, context } = request;
      return {
        ...request,
        client_capabilities: { ...client_capabilities, max_payload_size: max },
        context: { ...context, nonce: 'once-and-for-all' },
      };
    };
    const first = await send(service.origin, once(100_000));
    const again = await send(service.origin, once(100_000));
    expect(JSON.parse(again.text)).toEqual({ replayed: true, ...JSON.parse(first.text) });
    expect(await verify(JSON.parse(again.text))).toHaveProperty('receipt');
    const small = await send(service.origin, once(1500));
    expect(small.outcome).toHaveProperty('result_omitted');
    expect(small.outcome).not.toHaveProperty('receipt');
  });

  test('are checked with the keys at /.well-known/jwks.json, of which retired ones are', async () => {
    const retired = { x: other.jwk.x, kid: 'last-year' };
    const { service, good } = await openLab({
      receipts: { key: signing.pem, keyId: 'this-year', retired: [retired] },
    });
    const { text, headers } = await exchange(service.origin, { method: 'GET', path: '/.well-known/jwks.json' });
    expect(headers['cache-control']).toBe('public, max-age=300');
    const jwks = JSON.parse(text);
    expect(jwks).toEqual({
      keys: [
        { ...signing.jwk, kid: 'this-year' },
        { ...other.jwk, kid: 'last-year' },
      ],
    });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(await verify(JSON.parse(answer.text), jwks)).toMatchObject({ keyId: 'this-year' });
  });

  test('are signed by another key from a reload on', async () => {
    const { service, good } = await openLab(RECEIPTS);
    const retired = [{ x: signing.jwk.x, kid: signing.jwk.kid }];
    const before = await send(service.origin, good.request('lab.act'));
    await service.reload({ ...service.settings, receipts: { key: other.key, retired } });
    const after = await send(service.origin, good.request('lab.act'));
    const jwks = JSON.parse((await exchange(service.origin, { method: 'GET', path: '/.well-known/jwks.json' })).text);
    expect(await verify(JSON.parse(before.text), jwks)).toMatchObject({ keyId: signing.jwk.kid });
    expect(await verify(JSON.parse(after.text), jwks)).toMatchObject({ keyId: other.jwk.kid });
  });

  test('are off unless a key is configured: no outcome has one, and there is no key to fetch', async () => {
    const { service, good } = await openLab();
    expect((await send(service.origin, good.request('lab.act'))).outcome).not.toHaveProperty('receipt');
    const fetched = await exchange(service.origin, { method: 'GET', path: '/.well-known/jwks.json' });
    expect(fetched.status).toBe(404);
    expect(fetched.text).toContain('receipts.key');
  });
});
