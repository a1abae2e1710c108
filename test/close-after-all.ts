import { afterAll } from 'vitest';

interface Closable {
  close(): Promise<void>;
}

/** Takes over what is being opened; it is closed after the last test of the file. */
export type CloseAfterAll = <Opened extends Closable>(opening: Promise<Opened>) => Promise<Opened>;

/**
 * For what the tests of one file share. Everything is closed in the order in which it was opened, whatever failed before:
 * what holds a process comes first, so that no set-up or closing that fails leaves it behind.
 */
export function closeAfterAll(): CloseAfterAll {
  const openings: Promise<Closable>[] = [];
  afterAll(async () => {
    const failures: unknown[] = [];
    for (const opening of openings) {
      const opened = await opening.catch(() => undefined); // whoever opened it was told
      await opened?.close().catch((thrown: unknown) => failures.push(thrown));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'What the tests shared could not be closed');
  });
  return (opening) => {
    openings.push(opening);
    return opening;
  };
}
