import { hostname } from 'node:os';
import type { AdapterKind, Sealer } from '../contracts/adapter.ts';
import type { Served } from '../routes/served.ts';
import { ADAPTER_KINDS } from './adapter-kinds.ts';
import type { CoreServices } from './build-core.ts';
import type { Settings } from './config/settings.ts';
import { type Audit, auditLeftActing } from './core/audit.ts';
import type { Exchange } from './core/exchanges/exchange.ts';
import { Exchanges } from './core/exchanges/exchanges.ts';
import { Tickets } from './core/exchanges/tickets.ts';
import { EventLoopGuard } from './core/gate/event-loop-guard.ts';
import { InFlight } from './core/gate/in-flight.ts';
import type { Journal } from './core/journal.ts';
import { createRandomIds } from './core/random-ids.ts';
import { createOfferCompiler, createSchemaCompiler } from './core/schema-validator.ts';
import { openSealer } from './core/sealer.ts';
import type { NonceStore } from './core/single-use/nonce-store.ts';
import type { Tool } from './core/tools/tool.ts';
import { createHosts } from './create-hosts.ts';
import { type Current, closeOpened } from './current.ts';
import { Ending } from './ending.ts';
import type { Front } from './front.ts';
import { openHttpFront } from './http-front.ts';
import { checkSameStore } from './nonces/check-same-store.ts';
import { openNonceStore } from './nonces/open-nonce-store.ts';
import { openOutbound } from './outbound/open-outbound.ts';
import type { HostLine, Service } from './service.ts';
import { Serving } from './serving.ts';
import { StartupError } from './startup-error.ts';
import { openStdioFront } from './stdio-front.ts';
import { type AuditLog, openAuditLog } from './telemetry/audit-log.ts';
import { type EventLoopDelay, watchEventLoopDelay } from './telemetry/event-loop-delay.ts';
import { createJournal } from './telemetry/journal.ts';
import { type Log, openLog, standardError } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createTraces } from './telemetry/tracing.ts';
import { VERSION } from './version.ts';

/** Kept back of the time to end, so that pollers of what could not end are told so. */
const TELL_LOST_MS = 1000;

const UNCLOSED = 'a target or a guard has not closed in time, and is left to end with the process';

export interface ServiceOptions {
  readonly log?: Log;
  /** The adapter kinds that targets may be of. */
  readonly kinds?: ReadonlyMap<string, AdapterKind>;
  /** Serves a host over standard streams instead of listening to HTTP. */
  readonly stdio?: HostLine | undefined;
}

/** Opens everything and listens to nothing yet. Throws a StartupError where the settings don't open. */
export async function openService(
  settings: Settings,
  { stdio, log = openLog('info', stdio && standardError()), kinds = ADAPTER_KINDS }: ServiceOptions = {},
): Promise<Service> {
  const metrics = createMetrics();
  const eventLoop = watchEventLoopDelay();
  const sealer = openSealer(settings.secrets);
  const auditLog = openAudit(settings, log, metrics);
  const services = await openServices(settings, log, metrics, sealer, auditLog?.audit, eventLoop);
  const outbound = openOutbound(settings.outbound.allow);
  const serving = new Serving(kinds, services, log.logger);
  let origin: string | undefined;
  let closed: Promise<void> | undefined;

  const hosts = createHosts({
    development: settings.development,
    logger: log.logger,
    sealer,
    outbound: outbound.guard,
    catalogue: () => serving.catalogue(),
    ownOrigin: () => origin,
    redeclared: () => serving.redeclare(),
  });
  await orClose(services.nonceStore, serving.open(settings, hosts));
  const ending = new Ending(settings.limits.shutdownMs);
  const served = createServed(serving, ending);
  const exchanges = new Exchanges(settings.polling, services.journal);
  metrics.exchanges.follow(() => exchanges.counts());
  metrics.gates.follow(() => serving.current.core.offers.targets.values());
  const tickets = new Tickets(sealer, services.ids.traceId(), () => front.internalAddress());
  const polling = { exchanges, tickets, maxWaitMs: settings.polling.maxWaitMs };
  const tasks = { exchanges, tickets, tools: new WeakMap<Exchange, Tool>() };
  const parts = { settings, served, polling, tasks, metrics, logger: log.logger, whenIdle: () => serving.whenIdle() };
  const front: Front = stdio === undefined ? await openHttpFront(parts) : openStdioFront(parts, stdio);

  /** What runs ends in this order, all of it within limits.shutdownMs. */
  const close = async (): Promise<void> => {
    ending.begin(); // from here on: not ready, no new exchanges, no new frames
    // Requests are taken meanwhile: whoever polls, here or through another replica, is to have the end.
    await Promise.all([exchanges.close(ending.leftMs(), TELL_LOST_MS), front.giveNotice(ending)]);
    await front.close(ending);
    const open = [...serving.outgoing.takeLeft(), serving.current];
    tellActing(open, services.journal);
    if (!(await ending.outlasts(closeAll(open)))) log.logger.warn(UNCLOSED);
    await services.nonceStore?.close(ending.leftMs());
  };

  return {
    listen: async () => {
      eventLoop.restart();
      const where = await front.listen();
      if (stdio === undefined) origin = where;
      return where;
    },
    internalAddress: () => front.internalAddress(),
    undeclared: () => serving.current.targets.flatMap(({ adapter }) => adapter.undeclared?.() ?? []),
    reload: async (wanted) => {
      checkSameStore(settings, wanted);
      await serving.open(wanted, hosts);
      outbound.allow(wanted.outbound.allow);
    },
    reopenFiles: () => auditLog?.reopen(),
    close: () => {
      closed ??= withLogs(close(), eventLoop, auditLog, log);
      return closed;
    },
  };
}

function createServed(serving: Serving, ending: Ending): Served {
  return {
    core: () => serving.current.core,
    ready: () => !ending.hasBegun,
    leftMs: () => ending.leftMs(),
    onSwap: (listener) => serving.onSwap(listener),
  };
}

async function openServices(
  { secrets, nonce, limits, replica = hostname() }: Settings,
  log: Log,
  metrics: Metrics,
  sealer: Sealer,
  audit: Audit | undefined,
  eventLoop: EventLoopDelay,
): Promise<CoreServices> {
  const ids = createRandomIds();
  const nonceStore = await openNonceStore(nonce, { sealer, log: log.logger });
  metrics.nonces.follow(() => nonceStore?.health()?.status !== 'degraded');
  return {
    secrets,
    sealer,
    replica,
    journal: createJournal(log, metrics),
    audit,
    openTrace: createTraces(ids, VERSION),
    ids,
    compile: createSchemaCompiler(),
    compileOffer: createOfferCompiler(),
    nonceStore,
    inFlight: new InFlight(limits.inFlightPerPrincipal),
    eventLoopGuard: new EventLoopGuard(limits.eventLoopDelayMs, eventLoop.delayMs),
  };
}

/** Closes the logs behind all that writes to them. */
async function withLogs(
  closed: Promise<void>,
  eventLoop: EventLoopDelay,
  auditLog: AuditLog | undefined,
  log: Log,
): Promise<void> {
  try {
    await closed;
  } finally {
    eventLoop.close();
    await auditLog?.close();
    await log.close();
  }
}

/** Where the service can't open, an open connection would keep the process alive. */
async function orClose<Opened>(store: NonceStore | undefined, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (thrown) {
    await store?.close(0);
    throw thrown;
  }
}

/** Whose connection was cut off can only be told by the log that nobody knows what came of the act. */
function tellActing(open: readonly Current[], journal: Journal): void {
  for (const { core } of open) {
    for (const way of core.running.acting) {
      journal.leftActing(way.trace.traceId, way.intent?.declaration.key);
      if (core.audit !== undefined) auditLeftActing(core.audit, way);
    }
  }
}

function closeAll(open: readonly Current[]): Promise<void> {
  return closeOpened({
    targets: open.flatMap(({ targets }) => targets),
    guards: [...new Set(open.flatMap(({ guards }) => guards))],
  });
}

function openAudit({ audit, replica = hostname() }: Settings, log: Log, metrics: Metrics): AuditLog | undefined {
  if (audit === undefined) return undefined;
  try {
    return openAuditLog(audit.to, replica, log, metrics);
  } catch (error) {
    // `as`: what node:fs throws
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError([
      `audit.to: ${audit.to} can not be opened (${code}); its folder must be there, and writable`,
    ]);
  }
}
