import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Answer } from '../../contracts/answer.ts';
import { copyProjects } from '../../examples/vivado-tcl/example.ts';
import { type Running, serve } from '../cli/run-waybill.ts';
import { until } from '../http/until.ts';
import { processesWith } from './process-table.ts';

const CONFIG = readFileSync(new URL('../../examples/vivado-tcl/waybill.yaml', import.meta.url), 'utf8')
  // The end of a service is waited for.
  .replace('event_loop_delay_ms: 60000', 'event_loop_delay_ms: 60000, shutdown_ms: 1000');
const PAYLOAD = { project: 'blinky.xpr', top: 'blinky', part: 'xc7a35t-cpg236-1' };
const PATIENCE_MS = 30_000;

interface World {
  readonly replicas: readonly [Running, Running];
  readonly folder: string;
  /** Where the replicas put their temporary files. */
  readonly temporary: string;
  journal(): readonly string[];
}

/** Two processes of the built service on one folder of projects. A synthesis takes eight times as long as is said of its replica. */
async function openReplicas(stepsMs: readonly [number, number]): Promise<World> {
  const { folder, variables } = copyProjects();
  const temporary = mkdtempSync(join(tmpdir(), 'waybill-process-'));
  onTestFinished(() => {
    for (const path of [folder, temporary]) rmSync(path, { recursive: true, force: true });
  });
  const journal = join(temporary, 'journal');
  const start = (stepMs: number): Promise<Running> =>
    serve(CONFIG, ['--development'], {
      ...variables,
      PATH: process.env.PATH ?? '',
      TMPDIR: temporary,
      STANDIN_STEP_MS: String(stepMs),
      STANDIN_JOURNAL: journal,
    });
  const replicas: World['replicas'] = await Promise.all([start(stepsMs[0]), start(stepsMs[1])]);
  const read = (): readonly string[] =>
    readdirSync(temporary).includes('journal') ? readFileSync(journal, 'utf8').split('\n').filter(Boolean) : [];
  return { replicas, folder, temporary, journal: read };
}

/** One synthesis as a client asks for it, with what cancels it. */
async function synthesize({ origin }: Running, businessKey: string): Promise<Answer> {
  const client = new WaybillClient({ baseUrl: origin, answerTimeoutMs: 120_000 });
  const flow = await client.startFlow({ domain: 'eda', businessKey });
  return flow.send('eda.synthesis', {
    payload: PAYLOAD,
    resources: [{ type: 'project', identifier: PAYLOAD.project, state: 'ready' }],
    timeoutMs: 60_000,
  });
}

/** Whatever works in the folder: a supervisor, who waits for a lock, Vivado. */
function processesIn(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/cwd`) !== folder) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/comm`, 'utf8').trim() }];
      } catch {
        return []; // it ended meanwhile
      }
    });
}

function killOne(folder: string, command: RegExp): void {
  const found = processesIn(folder).filter((each) => command.test(each.command));
  expect(found.length, `${command} in ${JSON.stringify(processesIn(folder))}`).toBeGreaterThan(0);
  process.kill(found[0]?.pid ?? 0, 'SIGKILL');
}

/** A slow synthesis runs on the first replica, and a quick one waits for it on the second. */
async function oneRunsOneWaits() {
  const world = await openReplicas([60_000, 1]);
  const [one, other] = world.replicas;
  const running = synthesize(one, 'slow').catch(() => undefined);
  await until(() => world.journal().length === 1, PATIENCE_MS);
  const waiting = synthesize(other, 'quick');
  // Who watches over the one that runs, over the one that waits, and who waits.
  const lock = join(world.folder, PAYLOAD.project);
  await until(() => processesWith(lock).length === 3, PATIENCE_MS);
  return { ...world, running, waiting };
}

async function expectNothingLeft({ folder, temporary }: World): Promise<void> {
  await until(() => processesIn(folder).length === 0, PATIENCE_MS);
  expect(readdirSync(temporary).filter((name) => name.endsWith('.tcl'))).toEqual([]);
}

test('20 syntheses on one project at once, over two replicas, run one after another', {
  timeout: 120_000,
}, async () => {
  const world = await openReplicas([10, 10]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => synthesize(world.replicas[index % 2 === 0 ? 0 : 1], `user_${index}`)),
  );
  expect(answers.map(({ outcome }) => outcome.status)).toEqual(Array(20).fill('fulfilled'));
  const lines = world.journal();
  expect(lines).toHaveLength(40);
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index]).toMatch(/^begin \d+ blinky\.xpr$/);
    expect(lines[index + 1]).toBe(lines[index]?.replace('begin', 'end'));
  }
  await expectNothingLeft(world);
});

describe('The lock of a project is free for the next, and nothing of a synthesis is left, after', () => {
  test('its cancelling', { timeout: 120_000 }, async () => {
    const world = await openReplicas([60_000, 1]);
    const [one, other] = world.replicas;
    const client = new WaybillClient({ baseUrl: one.origin });
    const { contexts } = await client.mint('eda', 'slow');
    const request = client.buildRequest({
      intent: 'eda.synthesis',
      context: { id: contexts[0]?.id ?? '', business_key: 'slow' },
      payload: PAYLOAD,
      resources: [{ type: 'project', identifier: PAYLOAD.project, state: 'ready' }],
    });
    const started = await fetch(`${one.origin}/mcp/polling`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=0' },
      body: JSON.stringify(request),
    });
    expect(started.status).toBe(202);
    await until(() => world.journal().length === 1, PATIENCE_MS);
    const waiting = synthesize(other, 'quick');
    const [ticket = ''] = (started.headers.get('location') ?? '').split('?');
    const cancelled = await fetch(`${one.origin}${ticket}`, { method: 'DELETE' });
    expect(cancelled.ok).toBe(true);
    expect((await waiting).outcome).toMatchObject({ status: 'fulfilled', effect: 'applied' });
    await expectNothingLeft(world);
  });

  test('kill -9 of the tool', { timeout: 120_000 }, async () => {
    const world = await oneRunsOneWaits();
    killOne(world.folder, /^(tclsh|vivado)/);
    expect((await world.running)?.outcome).toMatchObject({
      status: 'partially_fulfilled',
      effect: 'unknown',
      error: { code: 'adapter_failed' },
    });
    expect((await world.waiting).outcome).toMatchObject({ status: 'fulfilled' });
    await expectNothingLeft(world);
  });

  test('kill -9 of the whole service', { timeout: 120_000 }, async () => {
    const world = await oneRunsOneWaits();
    world.replicas[0].signal('SIGKILL');
    expect((await world.waiting).outcome).toMatchObject({ status: 'fulfilled' });
    await world.running;
    await expectNothingLeft(world);
  });

  test('kill -9 of a service whose request waits for it', { timeout: 120_000 }, async () => {
    const world = await oneRunsOneWaits();
    const runs = processesIn(world.folder).filter(({ command }) => /^(tclsh|vivado)/.test(command));
    world.replicas[1].signal('SIGKILL');
    await expect(world.waiting).rejects.toThrow();
    await until(() => processesIn(world.folder).length === 2, PATIENCE_MS); // the tool, and who watches over it
    expect(processesIn(world.folder)).toEqual(expect.arrayContaining(runs));
    killOne(world.folder, /^(tclsh|vivado)/);
    await world.running;
    await expectNothingLeft(world);
  });

  test('the end of the service, which waits no longer than it may', { timeout: 120_000 }, async () => {
    const world = await oneRunsOneWaits();
    world.replicas[0].signal('SIGTERM');
    expect((await world.waiting).outcome).toMatchObject({ status: 'fulfilled' });
    await world.running;
    await expectNothingLeft(world);
  });
});
