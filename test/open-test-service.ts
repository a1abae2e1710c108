import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination } from 'pino';
import { onTestFinished } from 'vitest';
import { openService, type ServiceOptions } from '../src/app.ts';
import type { Settings } from '../src/config/settings.ts';
import { openLog } from '../src/telemetry/log.ts';

export interface TestService {
  readonly origin: string;
  readonly settings: Settings;
  /** Of the internal listener, where one is configured. */
  readonly internalAddress: string | undefined;
  reload(settings: Settings): Promise<void>;
  /** The log so far, a parsed line each. */
  log(): readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** Settings with every default, a secret of their own, and any free port of the loopback interface. */
export function testSettings(changes: Partial<Settings> = {}): Settings {
  return {
    development: true,
    listen: {
      host: '127.0.0.1',
      port: 0,
      allowUnauthenticatedNetwork: false,
      allowedHosts: [],
      allowedOrigins: [],
    },
    context: { maxAgeMs: 300_000, clockSkewMs: 30_000, hashDigits: 16, legacyIds: false, domains: new Map() },
    auth: { mode: 'none' },
    precheck: { objectiveMs: 50, limitMs: 1000, limitMsByType: new Map() },
    limits: {
      bodyBytes: 1_048_576,
      bodyMs: 30_000,
      connections: 10_000,
      headerBytes: 16_384,
      headerCount: 256,
      shutdownMs: 10_000,
      inFlightPerPrincipal: 512,
      eventLoopDelayMs: 60_000, // no default: on a busy machine the tests' own load would be shed
    },
    outbound: { allow: [] },
    webSocket: { frameBytes: 1_048_576, inFlight: 256, sendBufferBytes: 8_388_608, heartbeatMs: 30_000 },
    polling: { userAgents: ['ThsDesktop'], maxWaitMs: 30_000, running: 1000, kept: 1000, keepMs: 300_000 },
    mcp: { domain: 'mcp', hide: [], findAbove: 64, tasks: { afterMs: 3000, always: [], required: [] } },
    nonce: { store: 'memory', ttlMs: 600_000, answerBytes: 16_384 },
    secrets: [randomBytes(32)],
    targets: [],
    routes: [],
    policies: [],
    guards: [],
    folder: '.',
    ...changes,
  };
}

/** A service in this process that listens, and is closed with the test. */
export async function openTestService(
  changes: Partial<Settings> = {},
  options: Omit<ServiceOptions, 'log'> = {},
): Promise<TestService> {
  const service = await startTestService(changes, options);
  onTestFinished(service.close);
  return service;
}

/** As `openTestService`, for whoever closes it: where many tests share one, in `beforeAll`. */
export async function startTestService(
  changes: Partial<Settings> = {},
  options: Omit<ServiceOptions, 'log'> = {},
): Promise<TestService> {
  const settings = testSettings(changes);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const file = join(folder, 'log');
  const log = openLog('info', destination({ dest: file, sync: true }));
  const service = await openService(settings, { ...options, log });
  const origin = await service.listen();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    // The file stays open for lines that come late, such as of an act that outlives its service.
    closed ??= service.close().finally(() => rmSync(folder, { recursive: true }));
    return closed;
  };
  return {
    origin,
    settings,
    internalAddress: service.internalAddress(),
    reload: (wanted) => service.reload(wanted),
    log: () => {
      log.flush();
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    close,
  };
}
