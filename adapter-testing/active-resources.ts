import { readdirSync, readFileSync } from 'node:fs';
import { getActiveResourcesInfo, pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** How many there are of each kind of what keeps a process alive, child processes among them. */
export type ActiveResources = ReadonlyMap<string, number>;

export function readActiveResources(): ActiveResources {
  const counts = new Map<string, number>();
  for (const name of getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  counts.set('child process', countChildren());
  return counts;
}

/** What is there beyond what was there before, once that has had its time to end: `2 TCPSocketWrap`. */
export async function findLeftovers(before: ActiveResources, patienceMs: number): Promise<readonly string[]> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const more = [...readActiveResources()].flatMap(([name, count]) => {
      const extra = count - (before.get(name) ?? 0);
      return extra > 0 ? [`${extra} ${name}`] : [];
    });
    if (more.length === 0 || performance.now() > untilMs) return more;
    await delay(POLL_MS);
  }
}

/** Also those that don't keep the process alive. Where there is no /proc, nobody knows of them. */
function countChildren(): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return children.join(' ').split(' ').filter(Boolean).length;
  } catch {
    return 0;
  }
}
