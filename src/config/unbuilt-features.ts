import { isRecord } from '../core/is-record.ts';
import { type Finding, finding, pathOf } from './finding.ts';

interface UnbuiltFeature {
  /** JSON pointer; * stands for any one segment. */
  readonly pointer: string;
  readonly sentence: string;
}

const LEAVE_OUT = 'this version has none, so nothing would enforce it: leave it out';

/** Parts of the configuration language whose feature this version does not have. They are refused by name, never ignored. */
const UNBUILT_FEATURES: readonly UnbuiltFeature[] = [
  { pointer: '/canary', sentence: `a canary split is asked for; ${LEAVE_OUT}` },
  { pointer: '/approval', sentence: `approvals are asked for; ${LEAVE_OUT}` },
  { pointer: '/workflows', sentence: 'workflows are asked for; this version does not run them: leave it out' },
  { pointer: '/durable', sentence: 'a durable engine is asked for; this version does not use one: leave it out' },
  {
    pointer: '/listen/tls',
    sentence: 'TLS is asked for; this version serves plain HTTP: end TLS at a gateway in front of it',
  },
  { pointer: '/routes/*/approval', sentence: `an approval is asked for; ${LEAVE_OUT}` },
  { pointer: '/routes/*/canary', sentence: `a canary split is asked for; ${LEAVE_OUT}` },
];

/** Adapter kinds of the design that this version does not bring. */
export const UNBUILT_KINDS: readonly string[] = ['workflow', 'flow'];

/** Findings for everything unbuilt that the configuration asks for; what was found is taken out of `config`. */
export function takeOutUnbuilt(config: unknown): Finding[] {
  return UNBUILT_FEATURES.flatMap((feature) => takeOut(config, feature));
}

function takeOut(config: unknown, { pointer, sentence }: UnbuiltFeature): Finding[] {
  return matchesOf(config, pathOf(pointer)).map((path) => {
    remove(config, path);
    return finding(path, 'key', sentence);
  });
}

function matchesOf(value: unknown, pattern: readonly string[]): string[][] {
  const [segment, ...rest] = pattern;
  if (segment === undefined) return [[]];
  if (!isRecord(value) && !Array.isArray(value)) return [];
  return Object.entries(value)
    .filter(([key]) => segment === '*' || segment === key)
    .flatMap(([key, child]) => matchesOf(child, rest).map((path) => [key, ...path]));
}

function remove(config: unknown, path: readonly string[]): void {
  const [segment, ...rest] = path;
  if (segment === undefined || !(isRecord(config) || Array.isArray(config))) return;
  if (rest.length === 0) Reflect.deleteProperty(config, segment);
  else remove(Reflect.get(config, segment), rest);
}
