import { destination, type Logger, pino, stdSerializers } from 'pino';
import { within } from '../core/within.ts';
import { maskFields } from './mask-fields.ts';

/** Lines are handed on in chunks of this size, or after this long: a write a line would be a system call a request. */
const CHUNK_LENGTH = 65_536;
const FLUSH_MS = 200;
/** A reader that stands still must not make the service grow: what is held beyond this is dropped. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
/** Nor must it keep the service from ending. */
const CLOSE_LIMIT_MS = 1000;

type Destination = ReturnType<typeof destination>;

export interface Log {
  readonly logger: Logger;
  /** Takes a line that is written already, its newline included. */
  writeLine(line: string): void;
  /** Has `gather` called before lines are written, for whoever keeps what is to be logged in another form. */
  beforeWriting(gather: () => void): void;
  /** Has `tell` called with lines that will never be written: their reader has gone, or reads too slowly. */
  onLost(tell: (lines: string) => void): void;
  /** Writes what is gathered, at once. Of a file only: it waits for a pipe that nobody reads. */
  flush(): void;
  /** Writes what is gathered, as far as it is read soon: before the process ends. */
  close(): Promise<void>;
}

/**
 * JSON lines to standard output, or to another destination. Lines are gathered here, in front of it: pino's destination
 * measures all that it holds anew at every write.
 */
export function openLog(level: string, stream: Destination = standardOutput()): Log {
  let gathered = '';
  let isRead = true;
  let gather = (): void => {};
  let lose = (_lines: string): void => {};
  let isFailing = false;
  // Unheard, it would end the service. What could not be written is tried again with the next lines, but for a reader that has
  // gone: it does not come back.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isFailing = true;
    if (error.code === 'EPIPE') isRead = false;
  });
  stream.on('write', () => {
    isFailing = false;
  });
  stream.on('drop', (lines: string) => lose(lines));
  const handOn = (): void => {
    if (gathered !== '' && isRead) stream.write(gathered);
    else if (gathered !== '') lose(gathered);
    gathered = '';
  };
  const writeLine = (line: string): void => {
    gathered += line;
    if (gathered.length >= CHUNK_LENGTH) handOn();
  };
  const written = () => new Promise<boolean>((resolve) => stream.flush(() => resolve(true)));
  const handAllOn = (): void => {
    gather();
    handOn();
  };
  setInterval(handAllOn, FLUSH_MS).unref();
  return {
    logger: pino(
      {
        level,
        base: null,
        formatters: { level: (label) => ({ level: label }), log: (fields) => maskFields(fields) },
        serializers: { err: (error: Error) => maskFields(stdSerializers.err(error)) },
      },
      { write: writeLine },
    ),
    writeLine,
    beforeWriting: (before) => {
      gather = before;
    },
    onLost: (tell) => {
      lose = tell;
    },
    flush: () => {
      handAllOn();
      stream.flushSync();
    },
    close: async () => {
      handAllOn();
      // The first write may leave something behind.
      isRead = isRead && (await within(CLOSE_LIMIT_MS, written().then(written), () => false)) && !isFailing;
      // Left open, it would be written to the end when the process exits, however long that takes: on a full disk, for ever.
      if (!isRead) stream.destroy();
    },
  };
}

function standardOutput(): Destination {
  return openStream(1);
}

/** For the log of a process whose standard output is not its own. */
export function standardError(): Destination {
  return openStream(2);
}

/** `minLength: 1`, since `flush` does nothing for a destination that says it gathers nothing. */
function openStream(fd: 1 | 2): Destination {
  return destination({ fd, sync: false, minLength: 1, maxLength: MAX_HELD_BYTES });
}
