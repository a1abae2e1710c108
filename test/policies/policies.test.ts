import { describe, expect, test } from 'vitest';
import type { PolicyRule } from '../../src/core/policies/policy.ts';
import { openLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';

const deny = (name: string, when: string, message = `denied by ${name}`): PolicyRule => ({
  name,
  when,
  consequence: { deny: message },
});

describe('a policy', () => {
  test('refuses what its condition is true of, with its own message, and lets the rest pass', async () => {
    const { service, good, lab } = await openLab({
      policies: [
        deny('calm', 'intent.priority == "high" && intent.type == "lab"', 'High priority is not for the lab.'),
      ],
    });
    const request = good.request('lab.act');
    const refused = await send(service.origin, { ...request, intent: { ...request.intent, priority: 'high' } });
    expect(refused.status).toBe(403);
    expect(refused.outcome).toMatchObject({
      status: 'rejected',
      effect: 'none',
      error: { code: 'forbidden', message: 'High priority is not for the lab.', details: { policy: 'calm' } },
    });
    expect(lab.acts).toEqual([]);
    const passed = await send(service.origin, request);
    expect(passed.outcome.status).toBe('fulfilled');
  });

  test('that comes first is the one that speaks', async () => {
    const { service, good } = await openLab({
      policies: [deny('never', 'false'), deny('second', 'true'), deny('third', 'true')],
    });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.error?.message).toBe('denied by second');
  });

  test.for([
    { because: 'the key', when: 'intent.key == "lab.act"' },
    { because: 'the default priority', when: 'intent.priority == "normal"' },
    { because: 'the mode', when: 'intent.mode == "execute"' },
    { because: 'the domain', when: 'context.domain == "login-flow"' },
    { because: 'the business key', when: 'context.business_key.startsWith("user_")' },
    { because: 'the step', when: 'context.sequence == 1' },
    { because: 'the lifecycle', when: 'context.lifecycle == "active"' },
    { because: 'the capabilities', when: '"act" in client_capabilities.supported_actions' },
    { because: 'the size of what the client takes', when: 'client_capabilities.max_payload_size > 1000' },
    { because: 'a version that is not there', when: 'client_capabilities.version == ""' },
    { because: 'the principal', when: 'principal.id == "anonymous"' },
    { because: 'an attribute that is not there', when: '!has(principal.tier)' },
    { because: 'the payload', when: 'payload.ms == 7 && has(payload.do)' },
    { because: 'the resources', when: 'resources.exists(r, r.type == "lever" && r.identifier == "left")' },
    { because: 'the target', when: 'target == "lab"' },
    { because: 'the transport', when: 'transport == "http"' },
    { because: 'the time', when: 'now > timestamp("2026-01-01T00:00:00Z") && now.getHours("Asia/Shanghai") < 24' },
  ])('reads $because', async ({ when }) => {
    const { service, good } = await openLab({ policies: [deny('sheet', when)] });
    const request = {
      ...good.request('lab.act'),
      resources: [{ type: 'lever', identifier: 'left', state: 'on' }],
      payload: { do: 'finish', ms: 7 },
    };
    const answer = await send(service.origin, request);
    expect(answer.outcome.error?.message).toBe('denied by sheet');
  });

  test.for([
    { because: 'an attribute is missing', when: 'principal.tier != "gold"', code: 'no_such_key', at: 'tier' },
    { because: 'a part of the payload is missing', when: 'payload.a.b == 1', code: 'no_such_key', at: 'a' },
    {
      because: 'a text is no number',
      when: 'int(payload.password) > 3',
      code: 'int_conversion_error',
      at: 'int(payload.password)',
    },
    {
      because: 'a time zone is unknown',
      when: 'now.getHours(payload.password) < 25',
      code: 'not_evaluated',
      at: 'now.getHours(payload.password) < 25',
    },
  ])(
    'that can not be judged, as $because, refuses and tells the log, without what it read',
    async ({ when, code, at }) => {
      const { service, good, lab } = await openLab({ policies: [deny('strict', when)] });
      const request = { ...good.request('lab.act'), payload: { password: 'hunter2' } };
      const answer = await send(service.origin, request);
      expect(answer.status).toBe(403);
      expect(answer.outcome.error).toMatchObject({ code: 'forbidden', details: { policy: 'strict' } });
      expect(answer.outcome.error?.message).toContain('The policy strict could not be judged');
      expect(lab.acts).toEqual([]);
      expect(service.log()).toContainEqual(expect.objectContaining({ policy: 'strict', code, at }));
      expect(JSON.stringify([service.log(), answer.text])).not.toContain('hunter2');
    },
  );

  test('is not in need of what it reads where the rest decides', async () => {
    const { service, good } = await openLab({
      policies: [deny('gold', 'principal.tier != "gold" && intent.priority == "high"')],
    });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.status).toBe('fulfilled');
  });

  test('is judged after the permissions and before the resources are looked at', async () => {
    const { service, good, lab } = await openLab({ policies: [deny('no', 'true')] });
    const lever = { type: 'lever', identifier: 'left', state: 'on' };
    await send(service.origin, { ...good.request('lab.pull'), resources: [lever] });
    expect(lab.looks).toEqual([]);
  });

  test('takes effect at a reload', async () => {
    const { service, good } = await openLab();
    await service.reload({ ...service.settings, policies: [deny('closed', 'true')] });
    const answer = await send(service.origin, good.request('lab.act'));
    expect(answer.outcome.error?.code).toBe('forbidden');
  });
});
