import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** Lines are gathered to this size, or this long, before a write: a write a line was the dearest part of the pipeline. */
const CHUNK_BYTES = 8192;
const FLUSH_MS = 200;
/** A reader that stands still must not make the service grow: what is gathered beyond this is dropped. */
const MAX_GATHERED_BYTES = 8 * 1024 * 1024;
/** Nor must it keep the service from ending. */
const CLOSE_LIMIT_MS = 1000;

export interface Log {
  readonly logger: Logger;
  /** Writes what is gathered, at once. Of a file only: it waits for a pipe that nobody reads. */
  flush(): void;
  /** Writes what is gathered, as far as it is read soon: before the process ends. */
  close(): Promise<void>;
}

/** JSON lines to standard output, or to a file descriptor of the caller's. */
export function openLog(level: string, fd = 1): Log {
  const stream = destination({
    fd,
    sync: false,
    minLength: CHUNK_BYTES,
    maxLength: MAX_GATHERED_BYTES,
    periodicFlush: FLUSH_MS,
  });
  const written = () => new Promise<void>((resolve) => stream.flush(() => resolve()));
  let isRead = true;
  return {
    logger: createLogger(level, { write: (line) => void (isRead && stream.write(line)) }),
    flush: () => stream.flushSync(),
    close: async () => {
      // The first write may leave less than a chunk behind.
      isRead = await isInTime(written().then(written), CLOSE_LIMIT_MS);
      // Left open, it would be written to the end when the process exits, however long nobody reads it.
      if (!isRead) stream.destroy();
    },
  };
}

async function isInTime(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function createLogger(level: string, stream: DestinationStream): Logger {
  return pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, stream);
}
