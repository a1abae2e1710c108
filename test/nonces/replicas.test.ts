import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Replicas, startReplicas } from '../../bench/replicas/start-replicas.ts';
import { exchange } from '../http/exchange.ts';
import { until } from '../http/until.ts';
import { buildLabProgram } from '../matrix/build-lab-program.ts';
import { inParallel } from '../matrix/in-parallel.ts';
import { testSettings } from '../open-test-service.ts';
import { openLastingRedis, openRedis } from './open-redis.ts';
import { onceRequest, send, type Told } from './send-once.ts';

const LIMIT_MS = 180_000;
const MOST_UNDERWAY = 64;

let program: string;

beforeAll(() => {
  program = buildLabProgram();
}, LIMIT_MS);

/** Two processes of the service with one Redis, whose lab writes down each act. */
async function openPair(
  url: string,
): Promise<{ readonly replicas: Replicas; readonly settings: ReturnType<typeof testSettings> }> {
  const config = {
    development: true,
    // The machine of a test may be busy with others.
    limits: { event_loop_delay_ms: 10_000 },
    nonce: { store: 'redis', url },
    adapters: { lab: { kind: 'lab', tells: true } },
    routes: [{ match: { type: 'lab' }, target: 'lab', nonce: 'required' }],
  };
  const replicas = await startReplicas({ count: 2, config, main: program });
  onTestFinished(replicas.close);
  return { replicas, settings: testSettings({ secrets: [new TextEncoder().encode(replicas.secret)] }) };
}

/** Trace ids of the acts that were begun, over all that ever ran. */
function acts({ all }: Replicas): readonly unknown[] {
  return all
    .flatMap((replica) => replica.log())
    .filter(({ msg }) => msg === 'lab acts')
    .map(({ trace_id }) => trace_id);
}

function origin({ origins }: Replicas, index: number): string {
  return origins[index % origins.length] ?? '';
}

describe('two processes with one Redis', { timeout: LIMIT_MS }, () => {
  test('raced by 1,000 requests with one nonce act once, and give all others that answer, or say that it runs', async () => {
    const { url } = await openRedis();
    const { replicas, settings } = await openPair(url);
    const request = onceRequest(settings, 'one-for-all', { do: 'wait', ms: 300 });
    const told: Told[] = [];
    const tasks = Array.from({ length: 1000 }, (_, index) => async () => {
      told.push(await send(origin(replicas, index), request));
    });
    await inParallel(tasks, MOST_UNDERWAY);
    expect(told.length).toBe(1000);
    const [first, ...more] = told.filter(({ answer }) => answer.outcome.status === 'fulfilled' && !answer.replayed);
    expect(more).toEqual([]);
    const others = told.filter((one) => one !== first);
    const replayed = others.filter(({ answer }) => answer.replayed);
    for (const { http, answer } of replayed) {
      expect({ http, answer }).toEqual({ http: 200, answer: { ...first?.answer, replayed: true } });
    }
    const waiting = others.filter(({ answer }) => !answer.replayed);
    for (const { http, answer } of waiting) {
      expect(http).toBe(409);
      expect(answer.outcome.error).toMatchObject({
        code: 'nonce_replayed',
        details: { state: 'in_flight', trace_id: first?.traceId },
      });
    }
    expect(replayed.length).toBeGreaterThan(0);
    await until(() => acts(replicas).length > 0);
    expect(acts(replicas)).toEqual([first?.traceId]);
  });

  test('never do an unsafe action twice when Redis is killed among 300 of them, and do each in the end', async () => {
    const redis = await openLastingRedis();
    const { replicas, settings } = await openPair(redis.url);
    const count = 300;
    const ends = new Map<string, unknown>();
    let refused = 0;
    const buy = async (nonce: string, index: number): Promise<void> => {
      const request = onceRequest(settings, nonce, { do: 'wait', ms: 20 });
      // The same trace id for every attempt, so that the acts of one purchase are known by it.
      const headers = { traceparent: `00-${String(index + 1).padStart(32, '0')}-0000000000000001-01` };
      for (let attempt = 0; !ends.has(nonce); attempt += 1) {
        const { text } = await exchange(origin(replicas, index + attempt), { body: request, headers });
        const { outcome } = JSON.parse(text);
        // Of none is it ever unknown: what came of it is written down once Redis is back.
        expect(outcome.error?.details?.state).not.toBe('unknown');
        if (outcome.status === 'fulfilled') ends.set(nonce, outcome);
        else refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const tasks = Array.from({ length: count }, (_, index) => () => buy(`purchase-${index}`, index));
    const all = inParallel(tasks, MOST_UNDERWAY);
    await until(() => ends.size > count / 4, 30_000);
    redis.signal('SIGKILL');
    await redis.exited();
    await until(() => refused > MOST_UNDERWAY, 30_000);
    await redis.restart();
    await all;
    expect(ends.size).toBe(count);
    await until(() => new Set(acts(replicas)).size === count);
    expect(acts(replicas).length).toBe(count);
  });

  test('say of what one was killed in the middle of that nobody knows, and never do it again', async () => {
    const { url } = await openRedis();
    const { replicas, settings } = await openPair(url);
    const request = onceRequest(settings, 'riddle', { do: 'wait', ms: 30_000 });
    const short = { ...request, intent: { ...request.intent, timeout_ms: 3000 } };
    const lost = exchange(origin(replicas, 0), { body: short }).catch(() => undefined);
    await until(() => acts(replicas).length === 1);
    replicas.all[0]?.process.signal('SIGKILL');
    expect(await lost).toBeUndefined();
    const stateAt = async () => (await send(origin(replicas, 1), short)).answer.outcome.error?.details;
    expect(await stateAt()).toMatchObject({ state: 'in_flight' });
    await until(async () => (await stateAt())?.state === 'unknown', 30_000);
    expect(await stateAt()).toMatchObject({ state: 'unknown', effect: 'unknown', trace_id: acts(replicas)[0] });
    expect(acts(replicas).length).toBe(1);
  });

  test('say of what was still running when one was told to end what it was told itself', async () => {
    const { url } = await openRedis();
    const { replicas, settings } = await openPair(url);
    const request = onceRequest(settings, 'ending', { do: 'wait', ms: 1000 });
    const first = send(origin(replicas, 0), request);
    await until(() => acts(replicas).length === 1);
    await replicas.all[0]?.process.end();
    const { answer } = await first;
    expect((await send(origin(replicas, 1), request)).answer).toEqual({ ...answer, replayed: true });
    expect(acts(replicas).length).toBe(1);
  });
});
