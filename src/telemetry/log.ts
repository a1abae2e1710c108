import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** Lines are gathered to this size, or this long, before a write: a write a line was the dearest part of the pipeline. */
const CHUNK_BYTES = 8192;
const FLUSH_MS = 200;

export interface Log {
  readonly logger: Logger;
  /** Writes what is gathered, at once: before the process ends. */
  flush(): void;
}

/** JSON lines to standard output, or to a file descriptor of the caller's. */
export function openLog(level: string, fd = 1): Log {
  const stream = destination({ fd, sync: false, minLength: CHUNK_BYTES, periodicFlush: FLUSH_MS });
  return { logger: createLogger(level, stream), flush: () => stream.flushSync() };
}

function createLogger(level: string, stream: DestinationStream): Logger {
  return pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, stream);
}
