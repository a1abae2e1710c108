import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Answered } from '../answered.ts';
import type { Arrival } from '../arrival.ts';
import type { Core } from '../core.ts';
import { refuse } from '../refuse.ts';
import { routeRequest } from '../route-request.ts';
import { toV1 } from './translate-answer.ts';
import type { V1Door } from './v1-door.ts';

/** Sends one action of the old style down the way of every request. The answer's text is in the v1 shape. */
export function routeV1Action(core: Core, door: V1Door, arrival: Arrival): Answered | Promise<Answered> {
  if (arrival.idempotencyKey !== undefined) return toV1(refuse(core, arrival, noSingleUse()));
  const read = door.read(arrival.body, arrival.bodyBytes, arrival.principal.id);
  if (isFailure(read)) return toV1(refuse(core, arrival, read));
  const answered = routeRequest(core, { ...arrival, body: read.request, capabilitiesHeader: undefined });
  return answered instanceof Promise ? answered.then((late) => toV1(late, read.words)) : toV1(answered, read.words);
}

function noSingleUse(): Failure {
  return failure('invalid_request', 'The header Idempotency-Key asks for single use, which v1 actions do not have', {
    hint: 'Leave it out, or send a v2 request: POST /mcp/v2.',
  });
}
