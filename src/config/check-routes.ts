import { SYSTEM_TARGET } from '../../contracts/config.ts';
import { isRecord } from '../core/is-record.ts';
import { type Finding, finding } from './finding.ts';
import { suggestName } from './suggest-name.ts';

/** Characters that the part of a request to be matched may hold, and *. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  type: /^[A-Za-z0-9_*-]+$/,
  sub_type: /^[A-Za-z0-9_./*-]+$/,
  domain: /^[A-Za-z0-9_.*-]+$/,
};

/** Routes must lead to a target that exists, and be reachable. */
export function checkRoutes(routes: unknown, adapters: unknown): Finding[] {
  if (!Array.isArray(routes)) return [];
  const targets = [SYSTEM_TARGET, ...(isRecord(adapters) ? Object.keys(adapters) : [])];
  const firstByMatch = new Map<string, number>();
  return routes.flatMap((route: unknown, index) => {
    if (!isRecord(route)) return [];
    return [
      ...checkTarget(route.target, index, targets),
      ...checkPatterns(route.match, index),
      ...checkReachable(route.match, index, firstByMatch),
    ];
  });
}

function checkTarget(target: unknown, index: number, targets: readonly string[]): Finding[] {
  if (typeof target !== 'string' || target === '' || targets.includes(target)) return [];
  const message = `"${target}" is no target of this configuration`;
  return [finding(['routes', index, 'target'], 'value', message, suggestName(target, targets))];
}

function checkPatterns(match: unknown, index: number): Finding[] {
  if (!isRecord(match)) return [];
  return Object.entries(PATTERNS).flatMap(([key, pattern]) => {
    const value = match[key];
    if (typeof value !== 'string' || value === '' || pattern.test(value)) return [];
    const message = `"${value}" can never match: it holds characters that no ${key} has`;
    return [
      finding(
        ['routes', index, 'match', key],
        'value',
        message,
        key === 'type' && value.includes('.') ? 'put what follows the dot into sub_type' : undefined,
      ),
    ];
  });
}

function checkReachable(match: unknown, index: number, firstByMatch: Map<string, number>): Finding[] {
  if (!isRecord(match) || typeof match.type !== 'string') return [];
  const key = JSON.stringify([match.type, match.sub_type ?? null, match.domain ?? null]);
  const first = firstByMatch.get(key);
  if (first === undefined) {
    firstByMatch.set(key, index);
    return [];
  }
  return [
    finding(['routes', index, 'match'], 'key', `never reached: route ${first} matches the same`, 'remove one of them'),
  ];
}
