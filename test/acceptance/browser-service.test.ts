import { expect, test } from 'vitest';
import type { Answer } from '../../contracts/answer.ts';
import { launchChromium } from '../browser/launch-chromium.ts';
import { clientOf, element, openShop, pageOf, requestLines, serveShop } from './act-on-shop.ts';

const PASSWORD = 'hunter2-and-more';

test('a hidden element is refused with what was expected and found, and the page is left untouched', async () => {
  const shop = await openShop();
  const service = await serveShop(shop);
  const flow = await clientOf(service).startFlow({ domain: 'shop', businessKey: 'hidden' });
  const page = pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  const client = clientOf(service);
  const request = client.buildRequest({
    intent: 'ui_interaction.click',
    context: { id: flow.contextId, business_key: 'hidden' },
    resources: [page, element('#secret')],
  });
  const response = await fetch(`${service.origin}/mcp/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(409);
  expect(response.headers.get('x-mcp-resource-status')).toMatch(/^invalid; reason=[a-z_]+$/);
  const { outcome } = (await response.json()) as Answer; // `as`: the schema of answers is tested elsewhere
  expect(outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'resource_state_mismatch' } });
  expect(outcome.error?.details?.resources).toMatchObject([
    { identifier: '#secret', expected_state: 'visible_enabled', actual_state: 'hidden' },
  ]);
  const read = await flow.send('dom.read', { resources: [page, element('#count')], payload: { what: 'text' } });
  expect(read.outcome.result).toMatchObject({ content: '0' });
});

test('two services attached to one Chromium act on the same page in turn', async () => {
  const shop = await openShop();
  const [first, second] = await Promise.all([serveShop(shop), serveShop(shop)]);
  const flow = await clientOf(first).startFlow({ domain: 'shop', businessKey: 'turns' });
  const page = pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  let contextId = flow.contextId;
  for (let click = 1; click <= 6; click += 1) {
    const answer = await clientOf(click % 2 === 0 ? first : second).send({
      intent: 'ui_interaction.click',
      context: { id: contextId, business_key: 'turns' },
      resources: [page, element('#plus')],
      payload: { expect: { element: { selector: '#plus', state: 'visible_enabled' } } },
    });
    expect(answer.outcome).toMatchObject({
      status: 'fulfilled',
      effect: 'applied',
      verification: { status: 'verified' },
    });
    contextId = answer.context?.next_id ?? '';
  }
  const read = await clientOf(second).send({
    intent: 'dom.read',
    context: { id: contextId, business_key: 'turns' },
    resources: [page, element('#count')],
    payload: { what: 'text' },
  });
  expect(read.outcome.result).toMatchObject({ content: '6' });
});

test('a client that disconnects in the middle of a sleep stops it at once', async () => {
  const shop = await openShop();
  const service = await serveShop(shop);
  const flow = await clientOf(service).startFlow({ domain: 'shop', businessKey: 'sleep' });
  const leaving = AbortSignal.timeout(300);
  await expect(flow.send('system.sleep', { payload: { ms: 20_000 }, signal: leaving })).rejects.toThrow();
  await service.wrote('"failure":"cancelled"');
  const [line] = requestLines(service).filter(({ intent }) => intent === 'system.sleep');
  expect(line).toMatchObject({ http: 499, effect: 'none', caller_left: true });
  expect(Number(line?.duration_ms)).toBeLessThan(2000);
});

test('a client that disconnects in the middle of a slow click gets it clicked once, and log and metrics tell of it', async () => {
  const shop = await openShop();
  const service = await serveShop(shop);
  const flow = await clientOf(service).startFlow({ domain: 'shop', businessKey: 'slow' });
  const page = pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  await flow.send('ui_interaction.click', { resources: [page, element('#draw')] });
  const leaving = AbortSignal.timeout(500);
  const slow = flow.send('ui_interaction.click', { resources: [page, element('#slow')], signal: leaving });
  await expect(slow).rejects.toThrow();
  await service.wrote('"caller_left":true');
  const lines = requestLines(service).filter(({ caller_left }) => caller_left === true);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ intent: 'ui_interaction.click', status: 'fulfilled', effect: 'applied' });
  const read = await flow.send('dom.read', { resources: [page, element('#slowCount')], payload: { what: 'text' } });
  expect(read.outcome.result).toMatchObject({ content: '1' });
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  expect(metrics).toContain(
    'waybill_requests_total{intent="ui_interaction.click",target="browser",status="fulfilled",effect="applied",failure="none"} 2',
  );
});

test('a Chromium that was killed is adapter_unavailable, and found again once it is back', async () => {
  const shop = await openShop();
  const service = await serveShop(shop);
  const flow = await clientOf(service).startFlow({ domain: 'shop', businessKey: 'restart' });
  pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  await shop.chromium.close();
  const gone = await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } });
  expect(gone.outcome).toMatchObject({ status: 'rejected', effect: 'none', error: { code: 'adapter_unavailable' } });
  const ready = await (await fetch(`${service.origin}/readyz`)).json();
  expect(ready).toMatchObject({ status: 'degraded', targets: { browser: { status: 'unhealthy' } } });

  const again = await launchChromium(shop.chromium.port);
  try {
    pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  } finally {
    await again.close();
  }
});

test('a password is in no log line, no answer and no explanation', async () => {
  const shop = await openShop();
  const service = await serveShop(shop);
  const client = clientOf(service);
  const flow = await client.startFlow({ domain: 'login-flow', businessKey: 'secret' });
  const page = pageOf(await flow.send('page.open', { payload: { url: `${shop.site.origin}/` } }));
  const login = {
    resources: [page, element('#enter')],
    payload: {
      username: 'zhangsan',
      password: PASSWORD,
      selectors: { username: '#user', password: '#pass', submit: '#enter' },
      success: { url: '/welcome' },
    },
  };
  const explained = await client.explain(
    client.buildRequest({
      ...login,
      intent: 'authentication.login_with_password',
      context: { id: flow.contextId, business_key: 'secret' },
    }),
  );
  const failed = await flow.send('authentication.login_with_password', {
    ...login,
    payload: { ...login.payload, selectors: { ...login.payload.selectors, password: '#nowhere' } },
    timeoutMs: 1500,
  });
  const wrong = await flow.send('authentication.login_with_password', {
    ...login,
    payload: { ...login.payload, pasword: PASSWORD },
  });
  const succeeded = await flow.send('authentication.login_with_password', login);
  expect(explained.would).toBe('act');
  // The name had been typed by the time the password had nowhere to go.
  expect(failed.outcome).toMatchObject({ status: 'partially_fulfilled', error: { code: 'resource_state_mismatch' } });
  expect(wrong.outcome.error?.code).toBe('payload_invalid');
  expect(succeeded.outcome).toMatchObject({
    status: 'fulfilled',
    verification: { side_effects: ['request:POST /in', 'navigation_to:/welcome'] },
  });
  service.signal('SIGTERM');
  await service.ended();
  const told = [service.stdout(), service.stderr(), JSON.stringify([explained, failed, wrong, succeeded])].join('\n');
  expect(told).toContain('authentication.login_with_password');
  expect(told).not.toContain(PASSWORD);
});
