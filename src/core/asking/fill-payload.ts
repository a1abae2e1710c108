import type { ErrorObject } from 'ajv';
import { type Asking, type InputRequests, inputRequired } from '../../../contracts/asking.ts';
import type { Failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { missingCapabilities } from '../../../contracts/missing-capabilities.ts';
import type { WaybillRequest } from '../../../contracts/request.ts';
import type { CompiledIntent } from '../catalogue.ts';
import { isRecord } from '../is-record.ts';
import { ownPayload } from '../own-payload.ts';
import { translateSchemaErrors } from '../problems.ts';
import { payloadForm } from './payload-form.ts';

/** The key of the one form in which a caller is asked for what its payload lacks. Adapters use no such key. */
export const PAYLOAD_FORM = 'waybill_payload';

/** A payload with what its caller has said since. */
export interface FilledPayload {
  readonly request: WaybillRequest;
  readonly said: JsonObject;
}

/**
 * Fills what a payload lacks, and that alone, with what its caller was asked for and has said; asks where it has not
 * (`input_required`). Leaves it at `unfit` where asking does not help: more is wrong than that something is missing, or the caller
 * can't be asked for that, or does not want to say it.
 */
export function fillPayload(
  intent: CompiledIntent,
  request: WaybillRequest,
  { capabilities, responses, state }: Asking,
  unfit: Failure,
): FilledPayload | Failure {
  const missing = missingNames(intent.checkPayload(ownPayload(intent, request), true) ?? []);
  if (missing === undefined) return unfit;
  const response = responses?.[PAYLOAD_FORM];
  if (response?.action === 'decline' || response?.action === 'cancel')
    return { ...unfit, hint: 'It was asked for, and whoever was asked did not want to say it.' };
  const content = isRecord(response?.content) ? response.content : {};
  const before = isRecord(state?.[PAYLOAD_FORM]) ? state[PAYLOAD_FORM] : {};
  const said = pick({ ...before, ...content }, missing);
  const filled = { ...request, payload: { ...request.payload, ...said } };
  const errors = intent.checkPayload(ownPayload(intent, filled), true);
  if (errors === undefined) return { request: filled, said };
  const form = payloadForm(intent.declaration.payload, missing);
  if (form === undefined) return unfit;
  const { title } = intent.declaration;
  const wrong = response?.action === 'accept' ? translateSchemaErrors(errors, '/payload')[0]?.message : undefined;
  const message = wrong === undefined ? `${title} needs more to go on` : `${title} can not go on with that: ${wrong}`;
  const requests: InputRequests = {
    [PAYLOAD_FORM]: { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: form } },
  };
  return missingCapabilities(requests, capabilities) === undefined ? inputRequired(requests) : unfit;
}

/** Undefined where something else is wrong as well. */
function missingNames(errors: readonly ErrorObject[]): readonly string[] | undefined {
  const isMissing = ({ keyword, instancePath }: ErrorObject): boolean => keyword === 'required' && instancePath === '';
  if (errors.length === 0 || !errors.every(isMissing)) return undefined;
  return [...new Set(errors.map(({ params }) => String(params.missingProperty)))];
}

function pick(said: Readonly<Record<string, unknown>>, names: readonly string[]): JsonObject {
  // `as`: it came out of JSON.parse
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(said, name)).map((name) => [name, said[name]]),
  ) as JsonObject;
}
