import type { Guard } from '../../../contracts/guard.ts';
import type { Condition } from '../../../expressions/compile-condition.ts';

/** One line of the config's `policies`. */
export interface PolicyRule {
  /** Its own, or its place: `policies[2]`. */
  readonly name: string;
  /** CEL; what follows happens where it is true. */
  readonly when: string;
  readonly consequence: { readonly deny: string } | { readonly ask: string };
}

/** An open guard, under its name in the configuration. */
export interface NamedGuard {
  readonly name: string;
  readonly guard: Guard;
  /** How long it may take to answer. */
  readonly timeoutMs: number;
}

/** A policy that requests are judged by. */
export interface Policy {
  readonly name: string;
  readonly condition: Condition;
  readonly consequence: { readonly deny: string } | { readonly ask: NamedGuard };
}
