/** Runs every task, some at a time, in order. */
export async function inParallel(tasks: readonly (() => Promise<void>)[], mostUnderway: number): Promise<void> {
  const next = tasks.values();
  const work = async (): Promise<void> => {
    for (const task of next) await task();
  };
  await Promise.all(Array.from({ length: mostUnderway }, work));
}
