import type { Logger } from 'pino';
import type { Tasks } from '../routes/mcp/tasks/tasks.ts';
import type { Polling } from '../routes/polling/polling-options.ts';
import type { Served } from '../routes/served.ts';
import type { Settings } from './config/settings.ts';
import type { Ending } from './ending.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** What a front serves from. */
export interface FrontParts {
  readonly settings: Settings;
  readonly served: Served;
  readonly polling: Polling;
  readonly tasks: Tasks;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Once nothing runs any more, be it of a configuration that was replaced. */
  whenIdle(): Promise<void>;
}

/** What requests come in by. */
export interface Front {
  /** Starts to take them; returns where: `http://127.0.0.1:8080`, or `stdio`. */
  listen(): Promise<string>;
  /** Where other replicas reach it, once it listens. */
  internalAddress(): string | undefined;
  /** Takes requests on, for as long as whoever sends them needs to see that the end has begun. */
  giveNotice(ending: Ending): Promise<void>;
  /** Takes no more requests, and lets the running ones end in the time that is left. */
  close(ending: Ending): Promise<void>;
}
