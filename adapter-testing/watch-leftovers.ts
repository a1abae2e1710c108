import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { getActiveResourcesInfo, pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Of each kind of what keeps a process alive, how many there are. */
type ActiveResources = ReadonlyMap<string, number>;

/** What was open when it was made, and what has been opened since. */
export interface LeftoverWatch {
  /** What is there beyond what was there before, once that has had its time to end: `2 TCPSocketWrap`. */
  findLeftovers(patienceMs: number): Promise<readonly string[]>;
  end(): void;
}

export function watchLeftovers(): LeftoverWatch {
  const before = readActiveResources();
  const intervals = watchIntervals();
  return {
    end: intervals.end,
    findLeftovers: async (patienceMs) => {
      const untilMs = performance.now() + patienceMs;
      for (;;) {
        const more = [...leftovers(before), ...(intervals.open.size > 0 ? [`${intervals.open.size} setInterval`] : [])];
        if (more.length === 0 || performance.now() > untilMs) return more;
        await delay(POLL_MS);
      }
    },
  };
}

function readActiveResources(): ActiveResources {
  const counts = new Map<string, number>();
  for (const name of getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  counts.set('child process', countChildren());
  return counts;
}

function leftovers(before: ActiveResources): readonly string[] {
  return [...readActiveResources()].flatMap(([name, count]) => {
    const extra = count - (before.get(name) ?? 0);
    return extra > 0 ? [`${extra} ${name}`] : [];
  });
}

/** Intervals that do not keep the process alive, a heartbeat or a sweep, go on all the same: nothing else lists them. */
function watchIntervals(): { readonly open: ReadonlySet<number>; end(): void } {
  const open = new Set<number>();
  const hook = createHook({
    init: (id, type, _trigger, resource) => {
      if (type === 'Timeout' && typeof Reflect.get(resource, '_repeat') === 'number') open.add(id);
    },
    destroy: (id) => {
      open.delete(id);
    },
  }).enable();
  return { open, end: () => void hook.disable() };
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
