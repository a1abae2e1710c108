import type { Answer } from '../../contracts/answer.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Settings } from '../../src/config/settings.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { readAnswer } from '../http/read-answer.ts';

/** A request of the lab that may act once only. */
export function onceRequest(
  settings: Settings,
  nonce: string,
  payload: WaybillRequest['payload'] = {},
  key = 'lab.act',
): WaybillRequest {
  const request = goodRequest(settings, key);
  return { ...request, context: { ...request.context, nonce }, payload };
}

export interface Told {
  readonly http: number;
  readonly traceId: string | undefined;
  readonly answer: Answer;
}

export async function send(
  origin: string,
  body: WaybillRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const received = await exchange(origin, { body, headers });
  const traceId = received.headers['x-trace-id'];
  return {
    http: received.status,
    traceId: typeof traceId === 'string' ? traceId : undefined,
    answer: readAnswer(received),
  };
}
