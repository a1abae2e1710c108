import type { Answer } from '../contracts/answer.ts';

/** Characters of a result on the screen. */
const MOST_SHOWN = 300;

/** One answer as a person reads it: the verdict first, then what was observed, then what to do. */
export function showAnswer({ outcome, trace_id }: Answer, tookMs: number): string {
  const { status, effect, verification, error, result } = outcome;
  const verdict = [status, `effect ${effect}`, verification.status, `${Math.round(tookMs)} ms`].join(' · ');
  const lines = [
    verdict,
    ...verification.side_effects.map((sideEffect) => `observed ${sideEffect}`),
    ...(hasContent(result) ? [`read     ${JSON.stringify(result.content)}`] : []),
    ...(error === undefined ? [] : [`${error.code}: ${error.message}`, error.hint ?? '', `trace ${trace_id}`]),
  ];
  return indent(lines.filter((line) => line !== ''));
}

/** What an answer brought, shortened. */
export function showResult({ outcome: { result, error } }: Answer): string {
  const lines = [
    ...(result === undefined ? [] : [`result   ${shorten(JSON.stringify(result))}`]),
    ...(error?.details === undefined ? [] : [`details  ${shorten(JSON.stringify(error.details))}`]),
  ];
  return indent(lines);
}

function hasContent(result: unknown): result is { readonly content: unknown } {
  return typeof result === 'object' && result !== null && 'content' in result;
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `     ${line}`).join('\n');
}

function shorten(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`;
}
