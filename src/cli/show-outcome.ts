import type { Answer } from '../../contracts/answer.ts';
import type { OutcomeError } from '../../contracts/failure.ts';
import { intentKey } from '../../contracts/request.ts';
import { printable, valueLines } from './printable.ts';

/** An answer as lines for a person: the verdict first, then what came of it, then how to go on. */
export function showOutcome(answer: Answer): string[] {
  const { outcome } = answer;
  const { verification } = outcome;
  const intent = answer.intent === null ? '' : `  ${intentKey(answer.intent)}`;
  return [
    printable(`${outcome.status}${intent}  (effect ${outcome.effect}, ${verification.status})`),
    ...section('result', outcome.result),
    ...section('result left out', outcome.result_omitted),
    ...section('post-condition', verification.post_condition),
    ...section('side effects', verification.side_effects.length === 0 ? undefined : verification.side_effects),
    ...(outcome.error === undefined ? [] : showError(outcome.error)),
    ...(answer.context?.next_id === undefined ? [] : [printable(`next step: --context ${answer.context.next_id}`)]),
    printable(`trace: ${answer.trace_id}`),
  ];
}

export function showError(error: OutcomeError, indent = ''): string[] {
  return [
    printable(`${indent}${error.code}: ${error.message}`),
    ...(error.hint === undefined ? [] : [printable(`${indent}  hint: ${error.hint}`)]),
    ...(error.field === undefined ? [] : [printable(`${indent}  field: ${error.field}`)]),
    ...(error.retry_after_ms === undefined ? [] : [`${indent}  retry after: ${error.retry_after_ms} ms`]),
    ...(error.details === undefined ? [] : [`${indent}  details:`, ...valueLines(error.details, `${indent}    `)]),
  ];
}

function section(title: string, value: unknown): string[] {
  return value === undefined ? [] : [`${title}:`, ...valueLines(value, '  ')];
}
