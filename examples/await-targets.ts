/** A program behind a target may take its time to start, on a busy machine. */
const MOST_MS = 60_000;
const PAUSE_MS = 200;

/** Waits until every target is well, as `/readyz` says; no longer than a minute: what is not well by then says so itself. */
export async function awaitTargets(origin: string): Promise<void> {
  const endMs = performance.now() + MOST_MS;
  while (performance.now() < endMs) {
    const { status } = (await (await fetch(`${origin}/readyz`)).json()) as { readonly status: string }; // `as`: of every answer there
    if (status === 'healthy') return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
