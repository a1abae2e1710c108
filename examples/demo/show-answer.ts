import type { Answer } from '../../contracts/answer.ts';

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
  return lines
    .filter((line) => line !== '')
    .map((line) => `     ${line}`)
    .join('\n');
}

function hasContent(result: unknown): result is { readonly content: unknown } {
  return typeof result === 'object' && result !== null && 'content' in result;
}
