import type { Answer } from '../contracts/answer.ts';
import type { Explanation } from '../contracts/explanation.ts';
import type { MintAnswer } from '../contracts/minting.ts';
import type { JsonAnswer } from './post-json.ts';
import { WaybillClientError } from './waybill-client-error.ts';

/** The answer envelope, whatever its HTTP status. `acts`: whether the request could have done something. */
export function readAnswer({ json, httpStatus }: JsonAnswer, acts: boolean): Answer {
  if (isAnswer(json)) return json;
  throw new WaybillClientError({
    kind: 'bad_answer',
    message: `expected an answer with outcome and trace_id, found other JSON with HTTP ${httpStatus}; is this address Waybill's?`,
    httpStatus,
    mayHaveActed: acts && httpStatus !== 404,
  });
}

export function readMintAnswer(answer: JsonAnswer): MintAnswer {
  if (isMintAnswer(answer.json)) return answer.json;
  throw refusal('mint a context', answer);
}

export function readExplanation(answer: JsonAnswer): Explanation {
  if (isExplanation(answer.json)) return answer.json;
  throw refusal('explain this', answer);
}

export function refusal(what: string, { json, httpStatus }: JsonAnswer): WaybillClientError {
  const answer = readAnswer({ json, httpStatus }, false);
  const { message = `HTTP ${httpStatus}`, hint } = answer.outcome.error ?? {};
  const reason = hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
  return new WaybillClientError({
    kind: 'refused',
    message: `the service would not ${what}: ${reason}`,
    httpStatus,
    mayHaveActed: false,
    answer,
  });
}

function isAnswer(json: unknown): json is Answer {
  if (typeof json !== 'object' || json === null || !('outcome' in json) || !('trace_id' in json)) return false;
  const { outcome } = json;
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && 'effect' in outcome;
}

function isMintAnswer(json: unknown): json is MintAnswer {
  return typeof json === 'object' && json !== null && 'contexts' in json && Array.isArray(json.contexts);
}

function isExplanation(json: unknown): json is Explanation {
  return typeof json === 'object' && json !== null && 'would' in json && 'steps' in json && Array.isArray(json.steps);
}
