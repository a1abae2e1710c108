import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { EXPLAINED_STEPS, Explanation } from '../../contracts/explanation.ts';
import { exchange } from './exchange.ts';
import { CAPABILITIES } from './good-request.ts';
import { openLab } from './open-lab.ts';

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile<Explanation>(Explanation);

async function explain(origin: string, body: unknown): Promise<Explanation> {
  const { text, status } = await exchange(origin, { path: '/mcp/v2/explain', body });
  const explanation: unknown = JSON.parse(text);
  if (!validate(explanation)) throw new Error(`${JSON.stringify(validate.errors)} in ${text}`);
  expect(status).toBe(200);
  return explanation;
}

const verdicts = ({ steps }: Explanation) => Object.fromEntries(steps.map(({ step, verdict }) => [step, verdict]));
const lever = { type: 'lever', identifier: 'left', state: 'on' };

describe('explain', () => {
  test('tells every step of a request that would act, and acts on nothing', async () => {
    const { service, good, lab } = await openLab();
    const explanation = await explain(service.origin, { ...good.request('lab.pull'), resources: [lever] });
    expect(explanation.would).toBe('act');
    expect(explanation.steps.map(({ step }) => step)).toEqual([...EXPLAINED_STEPS]);
    expect(new Set(Object.values(verdicts(explanation)))).toEqual(new Set(['pass']));
    expect(explanation).toMatchObject({
      principal: 'anonymous',
      intent: { key: 'lab.pull', effect: 'unsafe', actions: ['act'], requires: ['lever'] },
      context: { domain: 'login-flow', sequence: '001', next_id: expect.stringContaining('-002-') },
      routes: [{ rule: '* → lab', target: 'lab', serves_domain: true, chosen: true, timeout_ms: 30_000 }],
      target: { name: 'lab', health: 'healthy' },
      resources: [{ type: 'lever', identifier: 'left', expected_state: 'on', actual_state: 'on' }],
    });
    expect(lab.acts).toEqual([]);
  });

  test('goes on behind a failed step as far as that can be judged', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.pull');
    const explanation = await explain(service.origin, {
      ...request,
      client_capabilities: { ...CAPABILITIES, supported_actions: [] },
      context: { ...request.context, lifecycle: 'suspended' },
      resources: [{ ...lever, metadata: { actual: 'off', reason: 'rusty' } }],
      payload: { surplus: 1 },
    });
    expect(explanation.would).toBe('refuse');
    expect(verdicts(explanation)).toEqual({
      validate: 'pass',
      payload: 'fail',
      resources: 'pass',
      capabilities: 'fail',
      context: 'pass',
      lifecycle: 'fail',
      route: 'pass',
      permissions: 'pass',
      policies: 'pass',
      single_use: 'pass',
      gate: 'pass',
      precheck: 'fail',
    });
    expect(explanation.resources).toMatchObject([{ actual_state: 'off', reason: 'rusty' }]);
  });

  test('says what it could not reach', async () => {
    const { service, good } = await openLab();
    const request = good.request('lab.pull');
    const noEnvelope = await explain(service.origin, { ...request, surplus: 1 });
    expect(verdicts(noEnvelope)).toMatchObject({ validate: 'fail', payload: 'not_reached', precheck: 'not_reached' });
    const noContext = await explain(service.origin, { ...request, context: { id: 'x', business_key: 'user_1' } });
    expect(verdicts(noContext)).toMatchObject({ context: 'fail', route: 'not_reached', precheck: 'not_reached' });
    expect(noContext.context).toBeNull();
  });

  test('names the routes that were passed over, and why', async () => {
    const { service, good } = await openLab({
      routes: [
        { type: 'lab', domain: 'shop-*', target: 'lab', timeoutMs: 1000 },
        { type: 'lab', subType: 'r*', target: 'lab', timeoutMs: 2000 },
        { type: '*', target: 'lab', timeoutMs: 3000 },
      ],
    });
    const { routes } = await explain(service.origin, good.request('lab.read'));
    expect(routes).toEqual([
      { rule: 'lab in shop-* → lab', target: 'lab', serves_domain: false, chosen: false, timeout_ms: 1000 },
      { rule: 'lab.r* → lab', target: 'lab', serves_domain: true, chosen: true, timeout_ms: 2000 },
      { rule: '* → lab', target: 'lab', serves_domain: true, chosen: false, timeout_ms: 3000 },
    ]);
  });

  test('waits for no resource', async () => {
    const { service, good, lab } = await openLab();
    const resources = [{ ...lever, wait_ms: 60_000, metadata: { actual: 'off' } }];
    const explanation = await explain(service.origin, { ...good.request('lab.pull'), resources });
    expect(explanation.would).toBe('refuse');
    expect(lab.looks).toEqual(['left']);
  });

  test('repeats nothing of the payload', async () => {
    const { service, good } = await openLab();
    const request = { ...good.request('lab.act'), payload: { password: 'hunter2', pin: 'hunter2', colour: 'hunter2' } };
    const explanation = await explain(service.origin, request);
    expect(explanation.would).toBe('refuse');
    expect(JSON.stringify(explanation)).not.toContain('hunter2');
  });

  test('judges the context of a request whose intent is unknown', async () => {
    const { service, good } = await openLab();
    const explanation = await explain(service.origin, good.request('lab.nothing'));
    expect(verdicts(explanation)).toMatchObject({
      validate: 'fail',
      context: 'pass',
      lifecycle: 'pass',
      route: 'not_reached',
    });
    expect(explanation.intent).toBeNull();
  });
});
