import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../contracts/explanation.ts';
import { openService } from '../../src/app.ts';
import type { GuardSettings, Settings } from '../../src/config/settings.ts';
import { StartupError } from '../../src/startup-error.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import { until } from '../http/until.ts';
import { testSettings } from '../open-test-service.ts';
import { scrape } from '../telemetry/scrape.ts';

const PROOF_KEY = 'a-key-that-the-enrolment-shares-01';

const demand = (guard: string, when = 'true') => ({ name: `asks ${guard}`, when, consequence: { ask: guard } });

const device = (options: GuardSettings['options'] = {}): Partial<Settings> => ({
  policies: [demand('device', 'intent.key == "system.echo"')],
  guards: [{ name: 'device', kind: 'device_fingerprint', timeoutMs: 1000, options }],
});

/** A guard from a module of its own file. */
function withModule(text: string, more: Partial<GuardSettings> = {}): Partial<Settings> {
  const options = { module: './risk.mjs', options: { most: 100 } };
  return {
    policies: [demand('risk', 'intent.type == "lab"')],
    guards: [{ name: 'risk', kind: 'module', timeoutMs: 1000, options, ...more }],
    folder: folderWith({ 'risk.mjs': text }),
  };
}

const proofOf = (fingerprint: string, businessKey: string): string =>
  createHmac('sha256', PROOF_KEY)
    .update(JSON.stringify(['waybill-device-1', fingerprint, businessKey]))
    .digest('base64url');

describe('the guard device_fingerprint', () => {
  interface DeviceRow {
    readonly because: string;
    readonly options?: GuardSettings['options'];
    readonly device?: unknown;
    readonly says: 'pass' | readonly ['guard_denied' | 'guard_challenge', string];
  }
  const known = { known: ['f-1'], proof_key: PROOF_KEY };
  const rows: readonly DeviceRow[] = [
    { because: 'a device that is described', device: { fingerprint: 'f' }, says: 'pass' },
    { because: 'a device that agrees with the client', device: { fingerprint: 'f', os: 'Linux' }, says: 'pass' },
    { because: 'no device', says: ['guard_challenge', 'payload.device lacks fingerprint'] },
    { because: 'a device that is a text', device: 'f', says: ['guard_challenge', 'lacks fingerprint'] },
    { because: 'an empty fingerprint', device: { fingerprint: '' }, says: ['guard_challenge', 'lacks fingerprint'] },
    { because: 'a number', device: { fingerprint: 1 }, says: ['guard_challenge', 'lacks fingerprint'] },
    { because: 'a long one', device: { fingerprint: 'f'.repeat(257) }, says: ['guard_challenge', 'lacks fingerprint'] },
    {
      because: 'what must be there and is not',
      options: { require: ['os', 'screen'] },
      device: { fingerprint: 'f' },
      says: ['guard_challenge', 'lacks os, screen'],
    },
    {
      because: 'another system than that of the client',
      device: { fingerprint: 'f', os: 'windows' },
      says: ['guard_denied', 'payload.device.os is not what client_capabilities.os says'],
    },
    { because: 'a device on the list', options: { known: ['f-1'] }, device: { fingerprint: 'f-1' }, says: 'pass' },
    {
      because: 'a device that is not on the list',
      options: { known: ['f-1'] },
      device: { fingerprint: 'f-2' },
      says: ['guard_denied', 'not known'],
    },
    { because: 'a device on the list, without a proof', options: known, device: { fingerprint: 'f-1' }, says: 'pass' },
    {
      because: 'another device without a proof',
      options: known,
      device: { fingerprint: 'f-2' },
      says: ['guard_challenge', 'payload.device.proof is missing'],
    },
    {
      because: 'a proof',
      options: known,
      device: { fingerprint: 'f-2', proof: proofOf('f-2', 'user_1') },
      says: 'pass',
    },
    {
      because: 'a proof for another device',
      options: known,
      device: { fingerprint: 'f-2', proof: proofOf('f-3', 'user_1') },
      says: ['guard_denied', 'no proof for this device'],
    },
    {
      because: 'a proof for another business key',
      options: known,
      device: { fingerprint: 'f-2', proof: proofOf('f-2', 'user_2') },
      says: ['guard_denied', 'no proof for this device'],
    },
    {
      because: 'a proof that is none',
      options: known,
      device: { fingerprint: 'f-2', proof: 'é'.repeat(43) },
      says: ['guard_denied', 'no proof for this device'],
    },
  ];

  test.for(rows)('answers $because', async ({ options, device: described, says }) => {
    const { service, good } = await openLab(device(options));
    const payload = described === undefined ? {} : { device: described };
    const answer = await send(service.origin, { ...good.request('system.echo'), payload });
    if (says === 'pass') {
      expect(answer.outcome.status).toBe('fulfilled');
      return;
    }
    const [code, part] = says;
    expect(answer.status).toBe(403);
    expect(answer.outcome).toMatchObject({ effect: 'none', error: { code, details: { guard: 'device' } } });
    expect(answer.outcome.error?.message).toContain(part);
  });

  test('passes the same request with what the challenge asked for', async () => {
    const { service, good } = await openLab(device({ proof_key: PROOF_KEY }));
    const request = good.request('system.echo');
    const challenged = await send(service.origin, { ...request, payload: { device: { fingerprint: 'f' } } });
    expect(challenged.outcome.error?.details).toEqual({
      guard: 'device',
      challenge: {
        bring: [{ pointer: '/payload/device/proof', description: expect.stringContaining('waybill-device-1') }],
      },
    });
    const proof = proofOf('f', request.context.business_key);
    const passed = await send(service.origin, { ...request, payload: { device: { fingerprint: 'f', proof } } });
    expect(passed.outcome.status).toBe('fulfilled');
  });

  test('is shown what the schema of an intent does not know, and its adapter is not', async () => {
    const asksAll = { ...device(), policies: [demand('device')] };
    const { service, good } = await openLab(asksAll);
    const described = { device: { fingerprint: 'f' } };
    const strict = await send(service.origin, { ...good.request('lab.act'), payload: described });
    expect(strict.outcome.status).toBe('fulfilled');
    const echoed = await send(service.origin, { ...good.request('system.echo'), payload: { a: 1, ...described } });
    expect(echoed.outcome.result).toEqual({ a: 1 });
    const other = await send(service.origin, { ...good.request('lab.act'), payload: { ...described, devise: 1 } });
    expect(other.outcome.error?.code).toBe('payload_invalid');
    await service.reload({ ...service.settings, policies: [], guards: [] });
    const unguarded = await send(service.origin, { ...good.request('lab.act'), payload: described });
    expect(unguarded.outcome.error?.code).toBe('payload_invalid');
  });

  test('is asked of the requests that its policy names only', async () => {
    const { service, good } = await openLab(device());
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.status).toBe('fulfilled');
  });
});

describe('a guard from a module', () => {
  test('is given its options and the request, and may pass, deny and challenge', async () => {
    const text = `
      export function openGuard(options, host) {
        return {
          check({ payload, intentKey, principal, target, transport, context }) {
            const told = [host.guard, intentKey, principal.id, target, transport, context.domain].join(' ');
            if (payload.ms > options.most) return { verdict: 'deny', message: told };
            if (payload.ms === undefined) return { verdict: 'challenge', message: told, challenge: { otp: true } };
            return { verdict: 'pass' };
          },
        };
      }`;
    const { service, good, lab } = await openLab(withModule(text));
    const request = good.request('lab.act');
    const told = 'risk lab.act anonymous lab http login-flow';
    const denied = await send(service.origin, { ...request, payload: { ms: 101 } });
    expect(denied.outcome.error).toMatchObject({ code: 'guard_denied', message: told });
    const challenged = await send(service.origin, request);
    expect(challenged.outcome.error).toMatchObject({
      code: 'guard_challenge',
      message: told,
      details: { guard: 'risk', challenge: { otp: true } },
    });
    expect(lab.acts).toEqual([]);
    const passed = await send(service.origin, { ...request, payload: { ms: 100 } });
    expect(passed.outcome.status).toBe('fulfilled');
  });

  const opens = (check: string) => `export const openGuard = () => ({ check: ${check} });`;

  test.for([
    { because: 'throws', check: `() => { throw new Error('broken risk'); }`, says: 'failed', log: 'broken risk' },
    {
      because: 'rejects',
      check: `async () => { throw new Error('broken risk'); }`,
      says: 'failed',
      log: 'broken risk',
    },
    { because: 'says nothing', check: '() => undefined', says: 'no verdict', log: 'no verdict' },
    { because: 'says true', check: '() => true', says: 'no verdict', log: 'no verdict' },
    { because: 'says a word', check: `() => ({ verdict: 'allow' })`, says: 'no verdict', log: 'no verdict' },
    { because: 'denies without a word', check: `() => ({ verdict: 'deny' })`, says: 'no verdict', log: 'no verdict' },
    {
      because: 'challenges without a challenge',
      check: `() => ({ verdict: 'challenge', message: 'm' })`,
      says: 'no verdict',
      log: 'no verdict',
    },
    {
      because: 'challenges with what is no JSON',
      check: `() => ({ verdict: 'challenge', message: 'm', challenge: { n: 1n } })`,
      says: 'failed',
      log: 'BigInt',
    },
    {
      because: 'never answers',
      check: '() => new Promise(() => {})',
      says: 'within its 50 ms',
      log: 'within its 50 ms',
    },
  ])('that $because denies the request, and the log says why', async ({ check, says, log }) => {
    const { service, good, lab } = await openLab(withModule(opens(check), { timeoutMs: 50 }));
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.error).toMatchObject({ code: 'guard_denied', details: { guard: 'risk' } });
    expect(answer.outcome.error?.message).toContain(says);
    expect(answer.text).not.toContain('broken risk');
    expect(lab.acts).toEqual([]);
    const lines = service.log().filter((line) => line.guard === 'risk');
    expect(JSON.stringify(lines)).toContain(log);
  });

  test('is given up at the deadline of its request, and told so', async () => {
    const text = opens(`(_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject()))`);
    const { service, good } = await openLab(withModule(text, { timeoutMs: 60_000 }));
    const request = good.request('lab.act');
    const answer = await send(service.origin, { ...request, intent: { ...request.intent, timeout_ms: 100 } });
    expect(answer.outcome).toMatchObject({ effect: 'none', error: { code: 'deadline_exceeded' } });
    expect(answer.outcome.error?.message).toContain('while the guard risk was asked');
  });

  test('is counted by what came of it, with the time that it took', async () => {
    const text = opens(`({ payload }) => payload.do === undefined ? { verdict: 'pass' } : undefined`);
    const { service, good } = await openLab(withModule(text));
    await send(service.origin, good.request('lab.act'));
    await send(service.origin, good.request('lab.act'));
    await send(service.origin, { ...good.request('lab.act'), payload: { do: 'finish' } });
    const samples = await scrape(service.origin);
    expect(samples.get('waybill_guard_duration_seconds_count')).toEqual([
      { labels: { guard: 'risk', came: 'passed' }, value: 2 },
      { labels: { guard: 'risk', came: 'failed' }, value: 1 },
    ]);
  });

  test('is asked once, however many policies demand it', async () => {
    const text = `
      let asked = 0;
      export const openGuard = () => ({
        check: () => { asked += 1; return asked === 1 ? { verdict: 'pass' } : { verdict: 'deny', message: 'again' }; },
      });`;
    const { service, good } = await openLab({
      ...withModule(text),
      policies: [demand('risk', 'intent.type == "lab"'), demand('risk', 'intent.type == "lab"')],
    });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.status).toBe('fulfilled');
  });

  test('does not keep the policies behind it from being judged', async () => {
    const { service, good, lab } = await openLab({
      ...withModule(opens(`async () => ({ verdict: 'pass' })`)),
      policies: [demand('risk'), { name: 'last', when: 'true', consequence: { deny: 'the last word' } }],
    });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.error?.message).toBe('the last word');
    expect(lab.acts).toEqual([]);
  });

  test('is closed with the service', async () => {
    const text = `export const openGuard = (_, host) => ({
      check: () => ({ verdict: 'pass' }),
      close: () => host.log.info({}, 'risk closed'),
    });`;
    const { service } = await openLab(withModule(text));
    await service.reload({ ...service.settings, policies: [], guards: [] });
    await until(() => service.log().some(({ msg }) => msg === 'risk closed'));
    expect(service.log()).toContainEqual(expect.objectContaining({ msg: 'risk closed', guard: 'risk' }));
  });

  test.for([
    { because: 'is not there', text: undefined, says: 'risk.mjs' },
    { because: 'is no JavaScript', text: 'export const = 1;', says: 'Unexpected token' },
    { because: 'exports nothing', text: 'export {};', says: 'exports no function openGuard' },
    {
      because: 'opens nothing',
      text: 'export const openGuard = () => undefined;',
      says: 'no object with a function check',
    },
    {
      because: 'opens no check',
      text: 'export const openGuard = () => ({});',
      says: 'no object with a function check',
    },
    {
      because: 'brings no names',
      text: 'export const openGuard = () => ({ check() {}, brings: "otp" });',
      says: 'a list of names as brings',
    },
    {
      because: 'does not like its options',
      text: 'export const openGuard = () => { throw new Error("most is missing"); };',
      says: 'most is missing',
    },
  ])('that $because refuses the start', async ({ text, says }) => {
    const wanted = withModule(text ?? '', text === undefined ? { options: { module: './no/risk.mjs' } } : {});
    const opening = openService(testSettings(wanted));
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow("the guard risk can't be used");
    await expect(opening).rejects.toThrow(says);
  });
});

describe('explain', () => {
  const explain = async (origin: string, body: unknown): Promise<Explanation> =>
    JSON.parse((await exchange(origin, { path: '/mcp/v2/explain', body })).text);
  const stepOf = ({ steps }: Explanation, wanted: string) => steps.find(({ step }) => step === wanted);
  const text = (more: string) => `
    export const openGuard = (_, host) => ({
      ${more}
      check: () => { host.log.info({}, 'risk asked'); return { verdict: 'deny', message: 'too risky' }; },
    });`;

  test('names the guard that a request would meet, and does not ask one that may have effects', async () => {
    const { service, good } = await openLab(withModule(text('')));
    const explanation = await explain(service.origin, good.request('lab.act'));
    expect(explanation).toMatchObject({ would: 'act', guards: [{ name: 'risk', asked: false }] });
    expect(stepOf(explanation, 'policies')).toEqual({ step: 'policies', verdict: 'pass' });
    expect(service.log().filter(({ msg }) => msg === 'risk asked')).toEqual([]);
  });

  test('asks a guard that has none', async () => {
    const { service, good } = await openLab(withModule(text('hasNoEffects: true,')));
    const explanation = await explain(service.origin, good.request('lab.act'));
    expect(explanation).toMatchObject({ would: 'refuse', guards: [{ name: 'risk', asked: true }] });
    expect(stepOf(explanation, 'policies')).toMatchObject({ verdict: 'fail', error: { message: 'too risky' } });
  });

  test('looks at no resource for whom a policy refuses', async () => {
    const policies = [{ name: 'closed', when: 'true', consequence: { deny: 'closed today' } }];
    const { service, good, lab } = await openLab({ policies });
    const resources = [{ type: 'lever', identifier: 'left', state: 'on' }];
    const explanation = await explain(service.origin, { ...good.request('lab.pull'), resources });
    expect(stepOf(explanation, 'policies')).toMatchObject({ verdict: 'fail', error: { code: 'forbidden' } });
    expect(stepOf(explanation, 'precheck')).toMatchObject({ verdict: 'not_reached' });
    expect(lab.looks).toEqual([]);
  });
});
