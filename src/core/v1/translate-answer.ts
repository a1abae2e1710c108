import type { Answer } from '../../../contracts/answer.ts';
import type { OutcomeError, Problem } from '../../../contracts/failure.ts';
import type { V1Answer } from '../../../contracts/v1.ts';
import type { Answered } from '../answered.ts';
import { MISMATCH_HINT } from '../find-mismatch.ts';
import { sayField, sayPointer, sayText, type V1Words } from './v1-words.ts';

/** An answer in the v1 shape, under the same status and headers. Without words nothing of the action was understood. */
export function toV1(answered: Answered, words?: V1Words): Answered {
  return { ...answered, text: JSON.stringify(translateAnswer(answered.answer, words)) };
}

function translateAnswer({ outcome, trace_id }: Answer, words: V1Words | undefined): V1Answer {
  const { status, effect, result, result_omitted, error, receipt } = outcome;
  return {
    success: status === 'fulfilled',
    data: result ?? null,
    ...(result_omitted !== undefined && { data_omitted: result_omitted }),
    ...(error !== undefined && { error: { ...(words === undefined ? error : translateError(error, words)), effect } }),
    ...(receipt !== undefined && { receipt }),
    trace_id,
  };
}

function translateError(error: OutcomeError, words: V1Words): OutcomeError {
  const problems = problemsOf(error)?.map((problem) => translateProblem(problem, words));
  const [first] = problems ?? [];
  const message =
    error.code === 'payload_invalid' && first !== undefined
      ? `args do not fit ${words.action}: ${first.message}`
      : sayText(words, error.message);
  const hint = translateHint(error, words);
  return {
    ...error,
    message,
    ...(error.field !== undefined && { field: sayField(words, error.field) }),
    ...(hint !== undefined && { hint }),
    ...(problems !== undefined && { details: { ...error.details, problems } }),
  };
}

function translateHint({ code, field, hint = '' }: OutcomeError, words: V1Words): string | undefined {
  if (field === 'context.nonce') return 'A v1 action has no place for a nonce; POST /mcp/v2 has.';
  const said = sayText(words, hint).replace(
    MISMATCH_HINT,
    'Bring it into the expected state first; the mapping of the action says which that is.',
  );
  // A selector that was left out was refused before: it is another resource that is missing.
  const elsewhere = code === 'resource_missing' ? 'A v1 action has no place for it; POST /mcp/v2 has.' : '';
  return [said, elsewhere].filter(Boolean).join(' ') || undefined;
}

function translateProblem(problem: Problem, words: V1Words): Problem {
  return { ...problem, pointer: sayPointer(words, problem.pointer), message: sayText(words, problem.message) };
}

function problemsOf({ code, details }: OutcomeError): readonly Problem[] | undefined {
  const problems = details?.problems;
  // `as`: the core fills in the problems of these kinds; an adapter's own details may be of any form
  return (code === 'payload_invalid' || code === 'invalid_request') && Array.isArray(problems)
    ? (problems as Problem[])
    : undefined;
}
