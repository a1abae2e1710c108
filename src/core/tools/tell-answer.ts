import type { Answer } from '../../../contracts/answer.ts';
import type { OutcomeError } from '../../../contracts/failure.ts';
import type { Outcome } from '../../../contracts/outcome.ts';
import { clip } from '../clip.ts';
import { isRecord } from '../is-record.ts';

/** Of a result; a model that needs more of it reads the structured content. */
const MOST_RESULT_UNITS = 16_000;
const MOST_DETAIL_UNITS = 2000;

const EFFECTS: Readonly<Record<Outcome['effect'], string>> = {
  none: 'Nothing was changed.',
  applied: 'It was done.',
  partial: 'It was done in part: look at what is there before you do anything again.',
  unknown: 'Nobody knows whether it was done: look at what is there before you do it again.',
};

/** What a model reads of an answer: what came of the call, what it changed, and what to do next. */
export function tellAnswer(tool: string, { replayed, context, outcome }: Answer): string {
  const { status, effect, result, result_omitted: omitted, verification, error } = outcome;
  const lines = [`${tool}: ${status}${replayed === true ? ' (the answer of the first time, not done again)' : ''}.`];
  if (status !== 'fulfilled' || effect !== 'none') lines.push(EFFECTS[effect]);
  if (error !== undefined) lines.push(...tellError(error));
  if (verification.side_effects.length > 0)
    lines.push(`Seen: ${clip(verification.side_effects.join(', '), MOST_DETAIL_UNITS)}`);
  if (result !== undefined) lines.push(`Result: ${clip(JSON.stringify(result), MOST_RESULT_UNITS)}`);
  if (omitted !== undefined) lines.push(`The result has ${omitted.bytes} bytes and was left out.`);
  if (context?.next_id !== undefined) lines.push(`Next step of this flow: waybill.context.id = ${context.next_id}`);
  return lines.join('\n');
}

function tellError({ code, message, hint, recoverable, retry_after_ms: waitMs, details }: OutcomeError): string[] {
  const lines = [`${code}: ${message}`];
  if (hint !== undefined) lines.push(hint);
  if (waitMs !== undefined) lines.push(`Try again after ${waitMs} ms.`);
  else if (recoverable) lines.push('The same call may succeed later.');
  const problems = isRecord(details) ? (details.problems ?? details.resources) : undefined;
  if (problems !== undefined) lines.push(clip(JSON.stringify(problems), MOST_DETAIL_UNITS));
  return lines;
}
