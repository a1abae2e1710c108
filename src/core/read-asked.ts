import type { Answer } from '../../contracts/answer.ts';
import type { InputRequests } from '../../contracts/asking.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { isRecord } from './is-record.ts';

/** What an act that ended with `input_required` wants to know, and what it wants back with that. */
export interface Asked {
  readonly requests: InputRequests;
  readonly state: JsonObject | undefined;
}

/** Undefined where nothing was asked. */
export function readAsked({ outcome: { error } }: Answer): Asked | undefined {
  if (error?.code !== 'input_required') return undefined;
  const { requests, state } = error.details ?? {};
  if (!isRecord(requests)) return undefined;
  // `as`: written by the adapter, as `contracts/asking.ts` says
  return { requests: requests as InputRequests, state: isRecord(state) ? (state as JsonObject) : undefined };
}
