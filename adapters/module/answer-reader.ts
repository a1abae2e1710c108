import type { Acted, Call, Health, IntentDeclaration, Observation } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import { maskSecrets } from '../../contracts/secrets.ts';
import type { Answer } from './asked-ops.ts';
import { bounded, type LogLines } from './log-lines.ts';
import type { Read, Shapes } from './shapes.ts';

const BUG_HINT = 'This is a bug of the module; the log has more of it under this trace_id.';

/** Makes of a module's answers what the core may trust. What went wrong inside is for the log, not for the caller. */
export class AnswerReader {
  readonly #target: string;
  readonly #shapes: Shapes;
  readonly #lines: LogLines;

  constructor(target: string, shapes: Shapes, lines: LogLines) {
    this.#target = target;
    this.#shapes = shapes;
    this.#lines = lines;
  }

  acted(answer: Answer, call: Call, { key, effect }: IntentDeclaration): Acted {
    const read = this.#read(answer, this.#shapes.acted, call, key);
    if ('value' in read) {
      const { failure: failed, ...acted } = read.value;
      return failed === undefined ? acted : { ...acted, failure: masked(failed) };
    }
    // What a read does to the world is known, whatever became of it.
    if (effect === 'read') return { effect: 'none', failure: read.failed };
    return { effect: 'unknown', verification: { status: 'unknown', side_effects: [] }, failure: read.failed };
  }

  observed(answer: Answer, call: Call, type: string, states: readonly string[]): Observation | Failure {
    const read = this.#read(answer, this.#shapes.observed, call, type);
    if ('failed' in read) return read.failed;
    if ('kind' in read.value) return masked(read.value);
    if (states.includes(read.value.state)) return read.value;
    return this.#misbehaved(call, type, `gave a state that it does not declare for ${type}`, read.value.state);
  }

  health(answer: Answer): Health {
    if ('lost' in answer) return { status: 'unhealthy', detail: answer.lost };
    const read = 'json' in answer ? this.#shapes.health(answer.json) : { wrong: answer.error };
    if ('value' in read) return read.value;
    this.#lines.write('warn', { error: bounded(read.wrong) }, 'the health of the module can not be read');
    return { status: 'unhealthy', detail: 'its health check broke' };
  }

  progress(json: string, call: Call): void {
    const read = this.#shapes.progress(json);
    if ('value' in read) call.progress(read.value);
    else this.#lines.write('warn', { wrong: bounded(read.wrong), ...traced(call) }, 'the module told no progress');
  }

  #read<Value>(
    answer: Answer,
    shape: (json: string) => Read<Value>,
    call: Call,
    during: string,
  ): { readonly value: Value } | { readonly failed: Failure } {
    if ('lost' in answer) return { failed: this.#lost(during, answer.lost) };
    if ('broke' in answer) return { failed: this.#broke(answer, call, during) };
    const read = shape(answer.json);
    if ('value' in read) return read;
    return { failed: this.#misbehaved(call, during, `gave what no adapter may give: ${read.wrong}`, undefined) };
  }

  #lost(during: string, reason: string): Failure {
    return failure('adapter_failed', `The module of the target ${this.#target} was lost during ${during}: ${reason}`, {
      hint: 'outcome.effect says what may have happened; it is opened again by itself.',
    });
  }

  #broke({ broke, error }: Extract<Answer, { readonly broke: unknown }>, call: Call, during: string): Failure {
    const what = {
      threw: 'broke',
      no_json: 'gave what can not be written as JSON',
      too_large: `gave more than its result_bytes allow: ${error}`,
    };
    return this.#misbehaved(call, during, what[broke], error);
  }

  #misbehaved(call: Call, during: string, what: string, error: string | undefined): Failure {
    const more = error === undefined ? {} : { error: bounded(error) };
    this.#lines.write('warn', { ...traced(call), during, ...more }, `the module ${what}`);
    return failure('adapter_misbehaved', `The module of the target ${this.#target} ${what}, during ${during}`, {
      hint: BUG_HINT,
    });
  }
}

function traced(call: Call): { readonly trace_id: string } {
  return { trace_id: call.traceparent.split('-')[1] ?? '' };
}

/** A module passes on what its upstream said. */
function masked(failed: Failure): Failure {
  const { message, hint } = failed;
  return { ...failed, message: maskSecrets(message), ...(hint !== undefined && { hint: maskSecrets(hint) }) };
}
