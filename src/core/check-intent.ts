import { type Failure, failure, isFailure, type Problem } from '../../contracts/failure.ts';
import { intentKey, type WaybillRequest } from '../../contracts/request.ts';
import type { Arrival } from './arrival.ts';
import { fillPayload } from './asking/fill-payload.ts';
import type { CompiledIntent, Offers } from './catalogue.ts';
import type { Core } from './core.ts';
import { nearest } from './nearest.ts';
import { ownPayload } from './own-payload.ts';
import { dottedPath, invalidRequest, translateSchemaErrors } from './problems.ts';
import { ALL_PROBLEMS_BYTES } from './schema-validator.ts';
import { findUndeclared } from './undeclared-routes.ts';
import type { Way } from './way.ts';

const MOST_SUGGESTIONS = 5;

type Known = Pick<Core, 'offers' | 'undeclared'>;

/** The intent that a request names; `no_route` with the nearest keys, or why it is not known whether there is one. */
export function findIntent({ offers, undeclared }: Known, request: WaybillRequest): CompiledIntent | Failure {
  const key = intentKey(request.intent);
  const intent = offers.intents.get(key);
  if (intent !== undefined) return intent;
  const suggestions = suggestKeys(key, [...offers.intents.keys()]);
  const why = findUndeclared(undeclared, key);
  if (why !== undefined) return { ...why, field: 'intent', details: { ...why.details, nearest: suggestions } };
  return failure('no_route', `No intent ${key} here`, {
    field: 'intent',
    hint:
      suggestions.length > 0
        ? `Did you mean ${suggestions.join(', ')}? system.describe lists every intent on offer.`
        : 'system.describe lists every intent on offer.',
    details: { nearest: suggestions },
  });
}

/** Keys that end as this one does (`click`, `ui.click`), then those spelt most like it. */
function suggestKeys(key: string, known: readonly string[]): string[] {
  const end = key.slice(key.indexOf('.') + 1).toLowerCase();
  const sameEnd = known.filter((candidate) => candidate.endsWith(`.${end}`));
  return [...new Set([...sameEnd, ...nearest(key, known, MOST_SUGGESTIONS)])].slice(0, MOST_SUGGESTIONS);
}

/** `payload_invalid` where the payload does not fit the intent's own schema. Never quotes the payload: it may hold secrets. */
export function checkPayload(intent: CompiledIntent, request: WaybillRequest, bodyBytes: number): Failure | undefined {
  const errors = intent.checkPayload(ownPayload(intent, request), bodyBytes <= ALL_PROBLEMS_BYTES);
  if (errors === undefined) return undefined;
  const problems = translateSchemaErrors(errors, '/payload');
  const [first] = problems;
  return failure(
    'payload_invalid',
    `The payload does not fit ${intent.declaration.key}: ${first?.message ?? 'see the schema'}`,
    {
      ...(first !== undefined && { field: dottedPath(first.pointer) }),
      hint: first?.hint ?? 'system.describe gives the schema and an example.',
      details: { problems: problems.map((problem) => ({ ...problem })) },
    },
  );
}

/**
 * The request with a payload that fits. What it lacks may be said by a caller that can be asked: that is asked for last, once nothing
 * else refuses the request.
 */
export function readPayload(
  way: Pick<Way, 'said' | 'unsaid'>,
  intent: CompiledIntent,
  request: WaybillRequest,
  { bodyBytes, asking }: Arrival,
): WaybillRequest | Failure {
  const unfit = checkPayload(intent, request, bodyBytes);
  if (unfit === undefined) return request;
  if (asking === undefined || bodyBytes > ALL_PROBLEMS_BYTES) return unfit;
  const filled = fillPayload(intent, request, asking, unfit);
  if (isFailure(filled)) {
    if (filled.kind !== 'input_required') return filled;
    way.unsaid = filled;
    return request;
  }
  way.said = filled.said;
  return filled.request;
}

/** `invalid_request` for a resource type or state that nothing here knows; `resource_missing` for a required type left out. */
export function checkResources(offers: Offers, intent: CompiledIntent, request: WaybillRequest): Failure | undefined {
  const { requires } = intent.declaration;
  if (request.resources.length === 0 && requires.length === 0) return undefined;
  const problems = request.resources.flatMap((_, index) => unknownParts(offers, request, index));
  if (problems.length > 0) return invalidRequest(problems);
  const declared = new Set(request.resources.map((resource) => resource.type));
  const missing = requires.filter((type) => !declared.has(type));
  if (missing.length === 0) return undefined;
  return failure(
    'resource_missing',
    `${intent.declaration.key} acts on ${missing.join(' and ')}, and the request declares no such resource`,
    {
      field: 'resources',
      hint: howToDeclare(offers, intent, missing),
      details: { missing: [...missing] },
    },
  );
}

function howToDeclare(offers: Offers, intent: CompiledIntent, missing: readonly string[]): string {
  const nowhere = missing.find((type) => !offers.resourceTypes.has(type));
  if (nowhere !== undefined) {
    return `No target that is open offers resources of type ${nowhere}: whoever runs the service has to see to that.`;
  }
  const [type] = missing;
  const example = intent.declaration.example.resources.find((resource) => resource.type === type);
  return `Declare it, such as ${JSON.stringify(example ?? { type })}.`;
}

function unknownParts(offers: Offers, request: WaybillRequest, index: number): Problem[] {
  const resource = request.resources[index];
  const known = resource === undefined ? undefined : offers.resourceTypes.get(resource.type)?.declaration;
  if (resource === undefined || known?.states.includes(resource.state)) return [];
  const [part, found, names] =
    known === undefined
      ? (['type', resource.type, [...offers.resourceTypes.keys()]] as const)
      : (['state', resource.state, known.states] as const);
  const [suggestion] = nearest(found, names, 1);
  return [
    {
      pointer: `/resources/${index}/${part}`,
      message: `resources.${index}.${part} must be one of ${names.join(', ') || '(no resource type is on offer)'}; found "${found}"`,
      ...(suggestion !== undefined && { hint: `did you mean ${suggestion}?` }),
    },
  ];
}
