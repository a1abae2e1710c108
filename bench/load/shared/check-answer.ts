/** Imported by k6 as well as by Node: nothing here may import anything but its neighbours. */

/** What is looked for in each answer, whatever its HTTP status says. */
export interface Checks {
  readonly fulfilled: boolean;
  readonly 'the result is what was asked for': boolean;
  readonly 'a trace id': boolean;
  readonly 'the id of the next step': boolean;
  /** Of long polling only. */
  readonly 'every event, in order'?: boolean;
}

export interface Checked {
  readonly checks: Checks;
  /** The id to go on with; undefined where the flow is broken. */
  readonly nextId: string | undefined;
}

export function checkAnswer(answer: unknown, expected: object): Checked {
  const outcome = member(answer, 'outcome');
  const traceId = member(answer, 'trace_id');
  const nextId = member(member(answer, 'context'), 'next_id');
  const isNext = typeof nextId === 'string' && nextId !== '';
  return {
    checks: {
      fulfilled: member(outcome, 'status') === 'fulfilled',
      'the result is what was asked for': isEqual(member(outcome, 'result'), expected),
      'a trace id': typeof traceId === 'string' && /^[0-9a-f]{32}$/.test(traceId),
      'the id of the next step': isNext,
    },
    nextId: isNext ? nextId : undefined,
  };
}

/** The first id in an answer of `POST /mcp/v2/contexts`. */
export function firstId(minted: unknown): string | undefined {
  const contexts = member(minted, 'contexts');
  const id = Array.isArray(contexts) ? member(contexts[0], 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** A member of what may be no object at all. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** Both came from JSON. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const entries = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => isEqual(value, member(other, key)))
  );
}

export function isPassed(checks: Checks): boolean {
  return Object.values(checks).every((passed) => passed === true);
}
