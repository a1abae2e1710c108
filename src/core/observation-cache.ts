import type { Observation } from '../../contracts/adapter.ts';

/** Oldest entries go first beyond this; each holds a few hundred bytes. */
const MOST_ENTRIES = 10_000;

/** Observed states of resources whose type declares that they may be reused, each with the time of its look. */
export interface ObservationCache {
  get(key: string, ttlMs: number): Observation | undefined;
  set(key: string, observation: Observation): void;
}

export function createObservationCache(now: () => number = performance.now.bind(performance)): ObservationCache {
  const entries = new Map<string, { readonly observation: Observation; readonly atMs: number }>();
  return {
    get: (key, ttlMs) => {
      const entry = entries.get(key);
      return entry !== undefined && now() - entry.atMs <= ttlMs ? entry.observation : undefined;
    },
    set: (key, observation) => {
      entries.delete(key); // a Map keeps insertion order: what is set anew counts as young
      entries.set(key, { observation, atMs: now() });
      const [oldest] = entries.size > MOST_ENTRIES ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
