import { describe, expect, test } from 'vitest';
import { isFailure } from '../../contracts/failure.ts';
import { Caller } from '../../src/core/caller.ts';
import { EventLog } from '../../src/core/exchanges/event-log.ts';
import { Exchange } from '../../src/core/exchanges/exchange.ts';
import { Exchanges } from '../../src/core/exchanges/exchanges.ts';
import { ANONYMOUS } from '../../src/core/principal.ts';
import { goodRequest } from '../http/good-request.ts';
import { until } from '../http/until.ts';
import { openTestCore } from './open-test-core.ts';

const FACTS = { id: 'a', traceId: 'b', principal: 'anonymous', startedAtMs: 0, askUntilMs: 0, readableUntilMs: 0 };
const openExchange = () => new Exchange(FACTS, new Caller());

function logOf(count: number, message = 'step'): EventLog {
  const log = new EventLog();
  for (let seq = 1; seq <= count; seq += 1) log.push({ message });
  return log;
}

const seqsOf = ({ events }: { readonly events: readonly string[] }) => events.map((text) => JSON.parse(text).seq);

describe('the events of an exchange', () => {
  test.for([
    { pushed: 0, cursor: 0, seqs: [], to: 0, because: 'nothing was reported' },
    { pushed: 3, cursor: 0, seqs: [1, 2, 3], to: 3, because: 'zero is before the first' },
    { pushed: 3, cursor: 1, seqs: [2, 3], to: 3, because: 'what comes after the cursor is told' },
    { pushed: 3, cursor: 3, seqs: [], to: 3, because: 'the last has been told' },
  ])('after $cursor of $pushed are $seqs: $because', ({ pushed, cursor, seqs, to }) => {
    const page = logOf(pushed).after(cursor);
    expect(seqsOf(page)).toEqual(seqs);
    expect(page).toMatchObject({ cursor: to, missed: 0, isLast: true });
  });

  test('are all there for those who follow, ten thousand of them reported one by one', () => {
    const log = new EventLog();
    const seen: number[] = [];
    let cursor = 0;
    for (let seq = 1; seq <= 10_000; seq += 1) {
      log.push({ fraction: seq / 10_000 });
      if (seq % 1000 !== 0) continue;
      for (let isLast = false; !isLast; ) {
        const page = log.after(cursor);
        expect(page.missed).toBe(0);
        seen.push(...seqsOf(page));
        ({ cursor, isLast } = page);
      }
    }
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1));
  });

  test('are the newest 4096 where nobody followed, and how many are missing is told', () => {
    const log = logOf(100_000);
    const page = log.after(0);
    expect(page.missed).toBe(100_000 - 4096);
    expect(seqsOf(page)[0]).toBe(100_000 - 4096 + 1);
    expect(page.isLast).toBe(false);
    expect(log.after(99_990)).toMatchObject({ missed: 0, cursor: 100_000, isLast: true });
  });

  test('hold no more than a megabyte, and are told in pages', () => {
    const log = logOf(200, 'x'.repeat(10_000));
    expect(log.keptUnits).toBeLessThanOrEqual(1_048_576);
    const page = log.after(199 - 50);
    expect(page.events.join().length).toBeLessThanOrEqual(65_536 + 100);
    expect(page).toMatchObject({ missed: 0, isLast: false });
    expect(log.after(page.cursor).missed).toBe(0);
  });

  test('that are larger than all of that are missed, not kept', () => {
    const log = logOf(3);
    log.push({ data: 'x'.repeat(2_000_000) });
    expect(log.keptUnits).toBe(0);
    expect(log.after(0)).toEqual({ cursor: 4, events: [], missed: 4, isLast: true });
    log.push({ message: 'on' });
    expect(log.after(4)).toMatchObject({ cursor: 5, missed: 0 });
  });

  test('stay as they were reported', () => {
    const log = new EventLog();
    const progress = { message: 'before' };
    log.push(progress);
    progress.message = 'after';
    expect(log.after(0).events).toEqual(['{"seq":1,"progress":{"message":"before"}}']);
  });
});

describe('whoever waits for an exchange', () => {
  const CASES = [
    {
      what: 'an event',
      end: (exchange: Exchange) => exchange.report({ message: 'one' }),
      event: true,
      wakesEnd: false,
    },
    { what: 'the end', end: (exchange: Exchange) => exchange.finish('lost'), event: true, wakesEnd: true },
  ];

  test.for(CASES)('is told of $what', async ({ end, wakesEnd }) => {
    const exchange = openExchange();
    const told: string[] = [];
    const event = exchange.awaitEvent(0, 60_000, new Caller()).then(() => told.push('event'));
    const poller = new Caller();
    const ended = exchange.awaitEnd(60_000, poller).then(() => told.push('end'));
    end(exchange);
    await event;
    await Promise.resolve();
    expect(told).toEqual(wakesEnd ? ['event', 'end'] : ['event']);
    poller.leave('gone');
    await ended;
  });

  test('for what is there already waits for nothing', async () => {
    const exchange = openExchange();
    exchange.report({ message: 'one' });
    await exchange.awaitEvent(0, 60_000, new Caller());
    exchange.finish('lost');
    await exchange.awaitEnd(60_000, new Caller());
  });

  test('waits no longer than its time, and not at all with none', async () => {
    const exchange = openExchange();
    await exchange.awaitEvent(0, 0, new Caller());
    await exchange.awaitEvent(0, 20, new Caller());
    expect(exchange.read(0)).toEqual({ cursor: 0, events: [], missed: 0, isLast: true, end: undefined });
  });

  test('leaves at once, and alone', async () => {
    const exchange = openExchange();
    const [leaver, stayer] = [new Caller(), new Caller()];
    const left = exchange.awaitEnd(60_000, leaver);
    const stays = exchange.awaitEnd(60_000, stayer);
    leaver.leave('gone');
    await left;
    expect(exchange.caller.left).toBeUndefined();
    exchange.finish('lost');
    await stays;
  });

  test('that had left before waits for nothing', async () => {
    const poller = new Caller();
    poller.leave('gone');
    await openExchange().awaitEnd(60_000, poller);
  });
});

describe('an exchange', () => {
  test('reports nothing behind its end', () => {
    const exchange = openExchange();
    exchange.report({ message: 'one' });
    exchange.finish('lost');
    exchange.report({ message: 'late' });
    expect(exchange.read(0)).toMatchObject({ cursor: 1, end: 'lost' });
  });

  test('tells its end with the last page only', () => {
    const exchange = openExchange();
    for (let index = 0; index < 20; index += 1) exchange.report({ message: 'x'.repeat(10_000) });
    exchange.finish('lost');
    const first = exchange.read(0);
    expect(first).toMatchObject({ isLast: false, end: undefined });
    expect(exchange.read(19)).toMatchObject({ cursor: 20, isLast: true, end: 'lost' });
  });

  test.for([
    { cursor: 0, refused: false },
    { cursor: 1, refused: false },
    { cursor: 2, refused: true },
  ])('of one event refuses the cursor $cursor: $refused', ({ cursor, refused }) => {
    const exchange = openExchange();
    exchange.report({ message: 'one' });
    expect(exchange.checkCursor(cursor)?.kind).toBe(refused ? 'invalid_request' : undefined);
  });
});

const LIMITS = { running: 1000, kept: 1000, keepMs: 60_000 };

/** Exchanges, and how to start one that echoes or sleeps. */
async function openExchanges(limits: Partial<typeof LIMITS> = {}) {
  const lost: string[] = [];
  const { core, settings } = await openTestCore({ exchangeLost: (_traceId, state) => void lost.push(state) });
  const exchanges = new Exchanges({ ...LIMITS, ...limits }, core.journal);
  const startOf = (key: string, payload: object, bodyBytes: number) =>
    exchanges.start(
      () => core,
      (caller) => ({
        transport: 'test',
        arrivedAtMs: performance.now(),
        traceparent: undefined,
        principal: ANONYMOUS,
        body: { ...goodRequest(settings, key), payload },
        bodyBytes,
        capabilitiesHeader: undefined,
        idempotencyKey: undefined,
        caller,
      }),
    );
  const start = (key: string, payload: object): Exchange => {
    const started = startOf(key, payload, 1000);
    if (isFailure(started)) throw new Error(started.message);
    return started;
  };
  const idOf = (exchange: Exchange) => exchange.facts.id;
  return {
    exchanges,
    lost,
    isKept: (exchange: Exchange) => exchanges.find(idOf(exchange)) === exchange,
    echo: (payload: object = {}) => start('system.echo', payload),
    sleep: (ms: number) => start('system.sleep', { ms }),
    sleepMebibyte: () => startOf('system.sleep', { ms: 60_000 }, 1_048_576),
  };
}

describe('the exchanges of a process', () => {
  test('start no other one where those that run hold too much together', async () => {
    const { sleepMebibyte, exchanges } = await openExchanges();
    const started = Array.from({ length: 256 }, sleepMebibyte);
    expect(started.filter(isFailure)).toEqual([]);
    expect(sleepMebibyte()).toMatchObject({ kind: 'overloaded' });
    for (const exchange of started) if (!isFailure(exchange)) exchange.cancel();
    await until(() => exchanges.counts().running === 0);
    const after = sleepMebibyte();
    if (isFailure(after)) throw new Error(after.message);
    after.cancel();
  });

  test('are kept for their time once they have finished', async () => {
    const { echo, isKept, exchanges } = await openExchanges({ keepMs: 50 });
    const exchange = echo();
    expect(exchange.end).toMatchObject({ http: 200 });
    expect(isKept(exchange)).toBe(true);
    while (isKept(exchange)) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(exchanges.counts()).toEqual({ running: 0, kept: 0 });
  });

  test('go in the order in which they finished, once there are too many', async () => {
    const { echo, sleep, isKept, exchanges } = await openExchanges({ kept: 2 });
    const slow = sleep(20);
    const [first, second] = [echo(), echo()];
    await slow.awaitEnd(20_000, new Caller());
    expect([first, second, slow].map(isKept)).toEqual([false, true, true]);
    expect(exchanges.counts()).toEqual({ running: 0, kept: 2 });
  });

  test('that run are not among those that go', async () => {
    const { echo, sleep, isKept } = await openExchanges({ kept: 1 });
    const slow = sleep(60_000);
    for (let count = 0; count < 5; count += 1) echo();
    expect(isKept(slow)).toBe(true);
    slow.cancel();
    await slow.awaitEnd(20_000, new Caller());
  });

  test('hold no more together than 64 megabytes, however few they are', async () => {
    const { echo, isKept, exchanges } = await openExchanges();
    const large = Array.from({ length: 70 }, () => echo({ text: 'x'.repeat(1_000_000) }));
    expect(exchanges.counts().kept).toBeLessThanOrEqual(67);
    expect(large.map(isKept).lastIndexOf(false)).toBe(large.map(isKept).indexOf(true) - 1);
    expect(isKept(large[69] as Exchange)).toBe(true); // `as`: there are seventy
  });

  test('are dropped once they have finished where nobody holds their ticket', async () => {
    const { echo, sleep, isKept, exchanges } = await openExchanges();
    const done = echo();
    exchanges.release(done);
    expect(isKept(done)).toBe(false);
    const running = sleep(20);
    exchanges.release(running);
    expect(exchanges.counts()).toEqual({ running: 1, kept: 0 });
    await running.awaitEnd(20_000, new Caller());
    expect(running.end).toMatchObject({ http: 200 });
    await Promise.resolve();
    expect(exchanges.counts()).toEqual({ running: 0, kept: 0 });
  });

  test('that have all been fetched let the service end at once', async () => {
    const { echo, exchanges, lost } = await openExchanges();
    exchanges.fetched(echo());
    await exchanges.close(60_000, 0);
    expect(lost).toEqual([]);
  });

  test('are waited for when the service ends, those that run and those that nobody has fetched', async () => {
    const { echo, sleep, exchanges, lost } = await openExchanges();
    const [unfetched, running] = [echo(), sleep(50)];
    const closed = exchanges.close(60_000, 0);
    await running.awaitEnd(20_000, new Caller());
    exchanges.fetched(running);
    exchanges.fetched(unfetched);
    await closed;
    expect(lost).toEqual([]);
  });

  test('that are not done in time are lost: told to who waits, stopped, and written down', async () => {
    const { echo, sleep, exchanges, lost } = await openExchanges();
    const [unfetched, running] = [echo(), sleep(60_000)];
    const waiting = running.awaitEnd(60_000, new Caller());
    await exchanges.close(20, 0);
    await waiting;
    expect(running.end).toBe('lost');
    expect(unfetched.end).toMatchObject({ http: 200 });
    expect(running.caller.left).toBe('gone');
    expect(lost.sort()).toEqual(['running', 'unfetched']);
  });

  test('are refused as overloaded from then on, and where too many run', async () => {
    const { sleep, exchanges } = await openExchanges({ running: 1 });
    const running = sleep(60_000);
    expect(() => sleep(1)).toThrow('1 exchanges are under way');
    running.cancel();
    await running.awaitEnd(20_000, new Caller());
    await Promise.resolve();
    exchanges.release(sleep(0));
    exchanges.fetched(running);
    await exchanges.close(20, 0);
    expect(() => sleep(1)).toThrow('closing');
  });
});
