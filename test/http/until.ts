const POLL_MS = 10;

/** Waits for something to come true; throws where it does not in time. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> {
  const lastMs = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > lastMs) throw new Error(`It did not come true within ${withinMs} ms: ${isTrue}`);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
