import type { Acted } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { Verification } from '../../contracts/outcome.ts';
import type { ExpectationVerdict } from './elements/verify-expectation.ts';
import type { PageActed } from './page-action.ts';

/** Puts together what an action came to, what its payload expected, and what was seen beside it. */
export function conclude(
  acted: PageActed,
  verdict: ExpectationVerdict | Failure | undefined,
  sideEffects: readonly string[],
): Acted {
  const result = acted.result === undefined ? {} : { result: acted.result };
  const found = verdict !== undefined && 'met' in verdict ? verdict : undefined;
  const failed =
    acted.failure ?? (verdict !== undefined && 'kind' in verdict ? verdict : undefined) ?? contradiction(found);
  return {
    effect: acted.effect,
    ...result,
    verification: { ...judge(acted, found, failed), side_effects: [...sideEffects] },
    ...(failed === undefined ? {} : { failure: failed }),
  };
}

function judge(
  acted: PageActed,
  verdict: ExpectationVerdict | undefined,
  failed: Failure | undefined,
): Omit<Verification, 'side_effects'> {
  const proven = { ...acted.postCondition, ...(verdict === undefined ? {} : { expect: verdict.actual }) };
  const postCondition = Object.keys(proven).length === 0 ? {} : { post_condition: proven };
  if (failed?.kind === 'postcondition_contradicted') return { status: 'contradicted', ...postCondition };
  if (acted.effect === 'unknown') return { status: 'unknown' };
  const isProven = failed === undefined && (acted.postCondition !== undefined || verdict?.met === true);
  return { status: isProven ? 'verified' : 'unverified', ...postCondition };
}

function contradiction(verdict: ExpectationVerdict | undefined): Failure | undefined {
  if (verdict === undefined || verdict.met) return undefined;
  return failure('postcondition_contradicted', 'The action was done, but what the payload expects did not come true.', {
    field: 'payload.expect',
    hint: 'Compare expected and actual, and look at the page before you send the action again.',
    details: { expected: verdict.expected, actual: verdict.actual },
  });
}
