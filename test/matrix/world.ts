import { createLab } from '../fixtures/lab-kind.ts';
import type { Good } from '../http/sheets/bad-request.ts';
import { startTestService } from '../open-test-service.ts';
import { matrixGood } from './good.ts';

export type Line = Readonly<Record<string, unknown>>;

/** Where scenarios are run: one service, or several behind a gateway. */
export interface World {
  readonly origin: string;
  readonly good: Good;
  /** The log lines of one trace, over all processes. */
  lines(traceId: string): readonly Line[];
  /** Requests that were written down so far. */
  requestCount(): number;
  /** Whether the lab has begun to act for a trace. */
  hasActed(traceId: string): boolean;
  close(): Promise<void>;
}

/** One service in this process. */
export async function openWorld(): Promise<World> {
  const good = matrixGood();
  const service = await startTestService(good.settings, { kinds: createLab().kinds });
  return {
    origin: service.origin,
    good,
    lines: (traceId) => service.log().filter((line) => line['trace_id'] === traceId),
    requestCount: () => service.log().filter(({ msg }) => msg === 'request').length,
    hasActed: (traceId) => service.log().some(({ msg, trace_id }) => msg === 'lab acts' && trace_id === traceId),
    close: service.close,
  };
}
