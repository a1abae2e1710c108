import type { Adapter } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { Offers } from './catalogue.ts';
import { matcher, type RouteRule, withoutRules } from './route-table.ts';

/** A rule that leads to a target which does not know yet what it offers. */
export interface UndeclaredRoute {
  readonly takes: (key: string) => boolean;
  readonly adapter: Adapter;
}

export function compileUndeclared(rules: readonly RouteRule[], offers: Offers): readonly UndeclaredRoute[] {
  return withoutRules(rules, offers).flatMap((rule) => {
    const adapter = offers.targets.get(rule.target)?.adapter;
    return adapter?.undeclared?.() === undefined ? [] : [{ takes: matcher(rule), adapter }];
  });
}

/** Why it can't be said whether there is an intent of this key, where a target that may offer it does not know itself. */
export function findUndeclared(routes: readonly UndeclaredRoute[], key: string): Failure | undefined {
  for (const { takes, adapter } of routes) {
    const why = takes(key) ? adapter.undeclared?.() : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}
