import { SYSTEM_TARGET } from '../../contracts/config.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { translateServer } from './translate-server.ts';
import { Variables } from './variables.ts';

/** Of the name of a target. */
const MOST_NAME_UNITS = 60;

/** The servers of a host as targets. */
export interface TranslatedHost {
  /** Sections of `adapters`, by the name of the target. */
  readonly targets: ReadonlyMap<string, JsonObject>;
  /** What the environment has to hold, and where its value stands now. */
  readonly variables: readonly { readonly name: string; readonly what: string }[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

export function translateHost(servers: ReadonlyMap<string, unknown>): TranslatedHost {
  const variables = new Variables();
  const targets = new Map<string, JsonObject>();
  const leftOut: { name: string; why: string }[] = [];
  for (const [name, server] of servers) {
    const translated = translateServer(name, server, variables);
    if ('problem' in translated) leftOut.push({ name, why: translated.problem });
    else targets.set(freeName(name, targets), { kind: 'mcp', ...translated.options });
  }
  return { targets, variables: variables.list(), leftOut };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  const base = plain.slice(0, MOST_NAME_UNITS) || 'server';
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(free) && free !== SYSTEM_TARGET) return free;
  }
}
