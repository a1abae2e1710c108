import type { Acted } from '../../../contracts/adapter.ts';
import type { Asking } from '../../../contracts/asking.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../is-record.ts';
import type { Way } from '../way.ts';
import { PAYLOAD_FORM } from './fill-payload.ts';

/** The adapter's own part of the state of a request that is sent again. */
const OF_ACT = 'act';

/** How its adapter may ask: with its own state back, and without the responses to what others have asked. */
export function askingOfAct(asking: Asking | undefined): Asking | undefined {
  if (asking?.state === undefined && asking?.responses === undefined) return asking;
  const { state, responses, ...more } = asking;
  const own = state?.[OF_ACT];
  const { [PAYLOAD_FORM]: _toUs, ...theirs } = responses ?? {};
  return {
    ...more,
    responses: theirs,
    ...(isRecord(own) && { state: own as JsonObject }), // `as`: as an adapter gave it to be sealed
  };
}

/**
 * An act that asks, with all that is to come back when its request is sent again: also what was said before to complete the payload.
 * Who can't be asked is not shown the state: it is for us alone.
 */
export function keepState({ arrival, said }: Way, acted: Acted): Acted {
  const { failure } = acted;
  if (failure?.kind !== 'input_required') return acted;
  const { state: own, ...details } = failure.details ?? {};
  const state = { ...(said !== undefined && { [PAYLOAD_FORM]: said }), ...(own !== undefined && { [OF_ACT]: own }) };
  const isKept = arrival?.asking !== undefined && Object.keys(state).length > 0;
  return { ...acted, failure: { ...failure, details: isKept ? { ...details, state } : details } };
}
