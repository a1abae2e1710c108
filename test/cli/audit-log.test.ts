import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import { until } from '../http/until.ts';
import { folderWith, MAIN, runWaybill, SECRET, serve } from './run-waybill.ts';

const CONFIG = 'audit: { to: ./audit.log }\n';
const CALLERS = 24;

/** Callers that send one act after the other until the service takes no more; the trace ids of what was done. */
async function load(origin: string, answered: Set<string>): Promise<void> {
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      try {
        const flow = await new WaybillClient({ baseUrl: origin }).startFlow({
          domain: 'load',
          businessKey: `caller-${caller}`,
        });
        for (;;) {
          const { outcome, trace_id } = await flow.send('system.echo', { payload: {} });
          // On a busy machine some are refused for want of time: they are no acts.
          if (outcome.status === 'fulfilled') answered.add(trace_id);
        }
      } catch {
        // its end: the service takes no more
      }
    }),
  );
}

const tracesOf = (folder: string, ...names: string[]): string[] =>
  names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): string => JSON.parse(line).trace_id),
  );

describe('the audit log of a process', () => {
  test('has a line, and one only, for every act that was answered when SIGTERM came in the midst of them', async () => {
    const service = await serve(CONFIG);
    const answered = new Set<string>();
    const loaded = load(service.origin, answered);
    await until(() => answered.size > 2000, 60_000);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    await loaded;
    const written = tracesOf(service.folder, 'audit.log');
    expect(new Set(written).size).toBe(written.length);
    expect([...answered].filter((trace) => !written.includes(trace))).toEqual([]);
  });

  test('goes on in a new file at SIGHUP under load, with no line lost between the two', async () => {
    const service = await serve(CONFIG);
    const answered = new Set<string>();
    const loaded = load(service.origin, answered);
    const log = join(service.folder, 'audit.log');
    for (const turn of [1, 2, 3]) {
      const before = answered.size;
      await until(() => answered.size > before + 500, 60_000);
      renameSync(log, `${log}.${turn}`);
      service.signal('SIGHUP');
      await until(() => service.stderr().split('configuration reloaded').length > turn, 20_000);
    }
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    await loaded;
    const written = tracesOf(service.folder, 'audit.log.1', 'audit.log.2', 'audit.log.3', 'audit.log');
    expect(new Set(written).size).toBe(written.length);
    expect([...answered].filter((trace) => !written.includes(trace))).toEqual([]);
  });

  test('is refused at the start where its folder is not there', async () => {
    const folder = folderWith({ 'waybill.yaml': 'audit: { to: ./missing/audit.log }\n' });
    const run = await runWaybill(['serve', '--port', '0'], { folder, env: { WAYBILL_SECRET: SECRET } });
    expect(run.code).toBe(4);
    expect(run.stderr).toContain('audit.to: ./missing/audit.log can not be opened (ENOENT)');
  });

  test('on a full disk is told once and counted, and the service serves and ends as ever', async () => {
    const service = await serve('audit: { to: /dev/full }\n');
    const flow = await new WaybillClient({ baseUrl: service.origin }).startFlow({ domain: 'x', businessKey: 'y' });
    expect((await flow.send('system.echo', { payload: {} })).outcome.status).toBe('fulfilled');
    await service.wrote('"code":"ENOSPC"');
    expect((await flow.send('system.echo', { payload: {} })).outcome.status).toBe('fulfilled');
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.stdout().split('"code":"ENOSPC"')).toHaveLength(2);
    expect(service.stdout()).toContain('"lines":2');
  });
});

test('a service whose log goes to a full disk serves, and ends as ever', async () => {
  const port = await freePort();
  const folder = folderWith({ 'waybill.yaml': 'audit: { to: stdout }\n' });
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', String(port)], {
    cwd: folder,
    env: { WAYBILL_SECRET: SECRET },
    stdio: ['ignore', full, 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const client = new WaybillClient({ baseUrl: `http://127.0.0.1:${port}` });
  await expect
    .poll(
      () =>
        client.mint('x', 'y').then(
          ({ contexts }) => contexts.length,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(1);
  const flow = await client.startFlow({ domain: 'x', businessKey: 'y' });
  for (let count = 0; count < 5; count += 1) {
    expect((await flow.send('system.sleep', { payload: { ms: 150 } })).outcome.status).toBe('fulfilled');
  }
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
