import { randomUUID } from 'node:crypto';
import type { Environment } from '@marcbachmann/cel-js';
import type { OptionProblem } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { takeJsonTemplate } from '../../declarative/take-json-template.ts';
import { unfillable } from '../../declarative/translate-unjudged.ts';
import { isUnjudged } from '../../expressions/compile-value.ts';
import { readsRequestId } from './reads-request-id.ts';

/** A message for the bridge, with the id by which its answer is known. */
export interface Outgoing {
  readonly id: string;
  readonly text: string;
}

/** Makes a message of a request, with an id that nobody can guess and no other message ever has. */
export type Compose = (input: object) => Outgoing | Failure;

/** Compiles a message whose answer is waited for; what is wrong goes to `problems`, placed at `path`. */
export function compileSend(
  language: Environment,
  send: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): Compose {
  const before = problems.length;
  const fill = compileText(language, send, path, problems);
  // `as`: read from YAML, as JSON
  if (problems.length === before && !readsRequestId(language, send as JsonValue)) {
    problems.push({
      path,
      message: 'the message holds no {{ request_id }}, so no answer could be told to be its own',
      hint: 'put it where the bridge reads the id that it repeats in its answer',
    });
  }
  return (input) => {
    const id = randomUUID();
    const filled = fill({ ...input, request_id: id });
    return typeof filled === 'string' ? { id, text: filled } : filled;
  };
}

/** Compiles a message in JSON. */
export function compileText(
  language: Environment,
  json: unknown,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): (input: object) => string | Failure {
  const template = takeJsonTemplate(language, json, path, problems);
  return (input) => {
    const filled = template?.fill(input) ?? { value: null };
    return isUnjudged(filled) ? unfillable(filled, 'message') : JSON.stringify(filled.value ?? null);
  };
}
