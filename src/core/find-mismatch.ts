import type { Observation } from '../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Resource } from '../../contracts/resource.ts';

/** Characters of an identifier in a message. */
const MOST_SAID = 100;

export const MISMATCH_HINT =
  'Bring the resource into the expected state, give it a wait_ms, or declare the state it is in.';

/** One declared resource beside its actual state. */
export interface Checked {
  readonly resource: Resource;
  readonly observed: Observation | Failure;
}

/** `resource_state_mismatch` naming every resource that is not as declared; what could not be looked at comes first. */
export function findMismatch(checked: readonly Checked[]): Failure | undefined {
  const mismatches: JsonObject[] = [];
  for (const [index, { resource, observed }] of checked.entries()) {
    if (isFailure(observed)) return atResource(observed, index);
    if (observed.state !== resource.state) mismatches.push(describeMismatch(resource, observed));
  }
  const [first] = mismatches;
  if (first === undefined) return undefined;
  const more = mismatches.length > 1 ? ` (and ${mismatches.length - 1} more: see details.resources)` : '';
  return failure(
    'resource_state_mismatch',
    `${first.type} ${shorten(String(first.identifier))} is ${first.actual_state}, expected ${first.expected_state}${more}`,
    {
      field: `resources.${checked.findIndex(({ resource, observed }) => !isFailure(observed) && observed.state !== resource.state)}.state`,
      hint: `Nothing was done. ${typeof first.hint === 'string' ? first.hint : MISMATCH_HINT}`,
      details: { resources: mismatches },
    },
  );
}

/** A probe sees one resource and says `resources.identifier`; only here is known which of them it is. */
function atResource(refused: Failure, index: number): Failure {
  const field = refused.field?.replace(/^resources\.(?!\d)/, `resources.${index}.`);
  return field === undefined ? refused : { ...refused, field };
}

/** The value of `X-MCP-Resource-Status`. */
export function resourceStatus(checked: readonly Checked[]): string {
  if (checked.length === 0 || checked.some(({ observed }) => isFailure(observed))) return 'unchecked';
  for (const { resource, observed } of checked) {
    if (!isFailure(observed) && observed.state !== resource.state) return `invalid; reason=${reasonToken(observed)}`;
  }
  return 'valid';
}

function describeMismatch(resource: Resource, observed: Observation): JsonObject {
  const verdict = {
    type: resource.type,
    identifier: resource.identifier,
    expected_state: resource.state,
    actual_state: observed.state,
    ...(observed.reason !== undefined && { reason: observed.reason }),
  };
  // The verdict stands first for the reader, and last so that no detail can say otherwise.
  return { ...verdict, ...observed.details, ...verdict };
}

/** Page handles are hundreds of characters long; `details` holds them whole. */
function shorten(identifier: string): string {
  return identifier.length <= MOST_SAID ? identifier : `${identifier.slice(0, MOST_SAID)}…`;
}

/** Header values are written by adapters only as tokens; anything else could carry text of a page into a header. */
function reasonToken({ reason, state }: Observation): string {
  const token = reason ?? state;
  return /^[a-z0-9_]{1,64}$/.test(token) ? token : 'state_mismatch';
}
