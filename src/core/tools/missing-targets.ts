import type { Core } from '../core.ts';
import type { Permissions } from '../permissions.ts';

/** A target that can't say yet what it offers. */
export interface MissingTarget {
  readonly target: string;
  readonly reason: string;
}

/** Those that a principal may use. */
export function missingTargets({ offers }: Core, { grants }: Permissions): readonly MissingTarget[] {
  return [...offers.targets.values()].flatMap(({ name, adapter }) => {
    const why = grants.some((grant) => grant.target(name)) ? adapter.undeclared?.() : undefined;
    return why === undefined ? [] : [{ target: name, reason: why.message }];
  });
}
