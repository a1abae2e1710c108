import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { takeCompiled } from '../../declarative/take-compiled.ts';
import { compileCondition } from '../../expressions/compile-condition.ts';
import { compileValue, isUnjudged, type ValueExpression } from '../../expressions/compile-value.ts';
import type { WebSocketOptions } from './websocket-options.ts';

/** Which request a message of the bridge is about, and whether that goes on. */
export interface Addressed {
  readonly id: string;
  readonly isEvent: boolean;
}

/** Undefined: the message is about no request. */
export type ReadMessage = (message: JsonValue) => Addressed | undefined;

/** Compiles how messages are told apart; what is wrong goes to `problems`. */
export function compileReadMessage(
  language: Environment,
  { answer, event }: Pick<WebSocketOptions, 'answer' | 'event'>,
  problems: OptionProblem[],
): ReadMessage {
  const answerId = takeCompiled(compileValue(language, answer.id), ['answer', 'id'], problems);
  const isEvent = event && takeCompiled(compileCondition(language, event.when), ['event', 'when'], problems);
  const eventId = event && takeCompiled(compileValue(language, event.id), ['event', 'id'], problems);
  return (message) => {
    const input = { message };
    if (isEvent?.judge(input) === true) return address(eventId, input, true);
    return address(answerId, input, false);
  };
}

function address(expression: ValueExpression | undefined, input: object, isEvent: boolean): Addressed | undefined {
  const evaluated = expression?.evaluate(input);
  if (evaluated === undefined || isUnjudged(evaluated) || typeof evaluated.value !== 'string') return undefined;
  return { id: evaluated.value, isEvent };
}
