import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { Answer } from '../../contracts/answer.ts';
import type { Received } from './exchange.ts';

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile<Answer>(Answer);

/** The answer in a response; fails the test where it does not fit the contract or its headers contradict it. */
export function readAnswer({ text, headers }: Received): Answer {
  const answer = parseAnswer(JSON.parse(text));
  // What is replayed tells of the first request, and its head of this one.
  if (answer.replayed) expect(answer.trace_id).not.toBe(headers['x-trace-id']);
  else expect(answer.trace_id).toBe(headers['x-trace-id']);
  expect(headers['cache-control']).toBe('no-store');
  return answer;
}

/** An answer as any transport carries it; fails the test where it does not fit the contract. */
export function parseAnswer(answer: unknown): Answer {
  if (validate(answer)) return answer;
  throw new Error(`Not an answer by the contract: ${JSON.stringify(validate.errors)} in ${JSON.stringify(answer)}`);
}
