import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import { folderWith, runWaybill, SECRET, serve } from './run-waybill.ts';

// The machine may be busy: that is no reason to shed a request here.
const CONFIG =
  'routes:\n  - { match: { type: system }, target: system, timeout_ms: 5000 }\nlimits: { event_loop_delay_ms: 60000 }\n';

/** The time limit of the route that system.echo takes. */
async function timeLimitMs(origin: string): Promise<number | undefined> {
  const client = new WaybillClient({ baseUrl: origin });
  const { contexts } = await client.mint('limits', 'test');
  const context = { id: contexts[0]?.id ?? '', business_key: 'test' };
  const explanation = await client.explain(client.buildRequest({ intent: 'system.echo', context }));
  return explanation.routes[0]?.timeout_ms;
}

describe('waybill serve', () => {
  test('prints its address before anything else, and answers there', async () => {
    const service = await serve(CONFIG);
    expect(service.firstLine).toMatch(/^waybill listens on http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${service.origin}/livez`)).status).toBe(200);
  });

  test('starts in development without a configuration and without a Chromium, and says how to get one', async () => {
    const service = await serve(undefined, ['--development'], { WAYBILL_SECRET: '', PATH: folderWith() });
    await service.wrote('apt-get install');
    await service.wrote('random secret');
    expect(service.stderr()).toContain('configuration: built-in defaults');
  });

  test('prints three lines in development that log in to the demo site in a real browser, one after the other', async () => {
    const path = String(process.env.PATH);
    const service = await serve(undefined, ['--development'], { WAYBILL_SECRET: '', PATH: path, HOME: folderWith() });
    await service.wrote('; echo\n');
    const lines = service
      .stdout()
      .split('\n')
      .filter((line) => /^(ID=|OPENED=|curl )/.test(line));
    expect(lines).toHaveLength(3);
    const shell = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8', env: { PATH: path } });
    const [id = '', opened = '', loggedIn = ''] = shell.stdout.trim().split('\n');
    expect(id).toMatch(/^login-flow-\d{13}-001-[0-9a-f]{16}$/);
    expect(JSON.parse(opened).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    const { outcome } = JSON.parse(loggedIn);
    expect(outcome.status).toBe('fulfilled');
    expect(outcome.verification.side_effects).toContain('navigation_to:/demo/dashboard');
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    const log = service.stdout().slice(service.stdout().indexOf('{"level"'));
    expect(log).toContain('authentication.login_with_password');
    expect(log).not.toContain('open-parcel-7');
  });

  test('says which port is taken, and exits with 4', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void blocker.close());
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const folder = folderWith({ 'waybill.yaml': CONFIG });
    const run = await runWaybill(['serve', '--port', String(port)], { folder, env: { WAYBILL_SECRET: SECRET } });
    expect(run.code).toBe(4);
    expect(run.stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    expect(run.stderr).toContain('npm start -- --port 0');
    expect(run.stdout).toBe('');
  });

  test('refuses a configuration with every problem, each with its place, and exits with 2', async () => {
    const folder = folderWith({ 'waybill.yaml': 'lissten: {}\nreplicas: 2\n' });
    const run = await runWaybill(['serve'], { folder });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('waybill.yaml:1:1 /lissten: unknown key "lissten"');
    expect(run.stderr).toContain('waybill.yaml:2:11 /replicas');
    expect(run.stderr).toContain('WAYBILL_SECRET: is not set');
    expect(run.stderr).toContain('3 problems');
  });

  test('lets a running request end before it exits with 0 at SIGTERM', async () => {
    const service = await serve(CONFIG);
    const client = new WaybillClient({ baseUrl: service.origin });
    const flow = await client.startFlow({ domain: 'slow', businessKey: 'test' });
    const answer = flow.send('system.sleep', { payload: { ms: 1000 } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    service.signal('SIGTERM');
    expect((await answer).outcome.status).toBe('fulfilled');
    expect(await service.ended()).toBe(0);
  });

  test('exits with 0 at SIGINT', async () => {
    const service = await serve(CONFIG);
    service.signal('SIGINT');
    expect(await service.ended()).toBe(0);
  });

  test('ends at once at a second signal, and says so by its exit code', async () => {
    const service = await serve(CONFIG);
    const client = new WaybillClient({ baseUrl: service.origin });
    const flow = await client.startFlow({ domain: 'slow', businessKey: 'test' });
    const cut = expect(flow.send('system.sleep', { payload: { ms: 4000 } })).rejects.toThrow('broke');
    await new Promise((resolve) => setTimeout(resolve, 300));
    service.signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 700));
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(143);
    await cut;
  });

  test('takes the two signals of one Ctrl-C under npm for one', async () => {
    const service = await serve(CONFIG);
    service.signal('SIGINT');
    service.signal('SIGINT');
    expect(await service.ended()).toBe(0);
  });
});

describe('SIGHUP', () => {
  test('puts a changed configuration to use', async () => {
    const service = await serve(CONFIG);
    expect(await timeLimitMs(service.origin)).toBe(5000);
    writeFileSync(join(service.folder, 'waybill.yaml'), CONFIG.replace('5000', '7000'));
    service.signal('SIGHUP');
    await service.wrote('configuration reloaded');
    expect(await timeLimitMs(service.origin)).toBe(7000);
  });

  test('keeps the last good configuration where the new one has problems, which it says', async () => {
    const service = await serve(CONFIG);
    writeFileSync(join(service.folder, 'waybill.yaml'), CONFIG.replace('target: system', 'target: sistem'));
    service.signal('SIGHUP');
    await service.wrote('reload refused');
    expect(service.stderr()).toContain('waybill.yaml:2:40 /routes/0/target: "sistem" is no target');
    expect(await timeLimitMs(service.origin)).toBe(5000);
    writeFileSync(join(service.folder, 'waybill.yaml'), CONFIG.replace('5000', '8000'));
    service.signal('SIGHUP');
    await service.wrote('configuration reloaded');
    expect(await timeLimitMs(service.origin)).toBe(8000);
  });

  test('keeps it where the new one reads well and does not open', async () => {
    const service = await serve(CONFIG);
    writeFileSync(join(service.folder, 'waybill.yaml'), CONFIG.replace('type: system', 'type: sistem'));
    service.signal('SIGHUP');
    await service.wrote('reload refused');
    expect(await timeLimitMs(service.origin)).toBe(5000);
  });

  test('says what takes effect at the next start only', async () => {
    const service = await serve(CONFIG);
    writeFileSync(join(service.folder, 'waybill.yaml'), CONFIG.replace('limits: {', 'limits: { body_bytes: 2048,'));
    service.signal('SIGHUP');
    await service.wrote('under limits takes effect at the next start only');
    expect((await fetch(`${service.origin}/livez`)).status).toBe(200);
  });
});
