import { type Failure, failure } from '../../contracts/failure.ts';
import { CONTEXT_SCHEMA_VERSIONS, WaybillRequest } from '../../contracts/request.ts';
import type { Arrival } from './arrival.ts';
import { isRecord } from './is-record.ts';
import { invalidRequest, translateSchemaErrors } from './problems.ts';
import { ALL_PROBLEMS_BYTES, type CompileSchema } from './schema-validator.ts';
import { checkIdempotencyKey } from './single-use/read-nonce.ts';
import { withCapabilities } from './with-capabilities.ts';

export type ReadRequest = (arrival: Arrival) => WaybillRequest | Failure;

/**
 * Parses the envelope, once and for all. Fails with `invalid_request`, `missing_capability`,
 * `unsupported_schema_version` or `payload_too_large`.
 */
export function createRequestReader(compile: CompileSchema): ReadRequest {
  const checkEnvelope = compile(WaybillRequest);
  return (arrival) => {
    if (arrival.bodyBytes === 0) {
      return failure('invalid_request', 'The body is empty', { hint: 'Send one request as a JSON object.' });
    }
    const body = withCapabilities(arrival);
    if (body === undefined) {
      return failure('invalid_request', 'The header X-Client-Capabilities is not a JSON object', {
        hint: 'Send the capabilities as one JSON object, in this header or as client_capabilities in the body.',
      });
    }
    const errors = checkEnvelope(body, arrival.bodyBytes <= ALL_PROBLEMS_BYTES);
    if (errors !== undefined) return unsupportedVersion(body) ?? invalidRequest(translateSchemaErrors(errors));
    // `as`: the schema that just accepted it is the one the type is inferred from
    return accepted(body as WaybillRequest, arrival);
  };
}

function accepted(request: WaybillRequest, arrival: Arrival): WaybillRequest | Failure {
  const capabilities = request.client_capabilities;
  if (arrival.bodyBytes > capabilities.max_payload_size) {
    return failure(
      'payload_too_large',
      `The request has ${arrival.bodyBytes} bytes, more than the client_capabilities.max_payload_size of ${capabilities.max_payload_size} it declares itself`,
      {
        field: 'client_capabilities.max_payload_size',
        details: { limit_bytes: capabilities.max_payload_size, found_bytes: arrival.bodyBytes },
      },
    );
  }
  const { idempotencyKey } = arrival;
  const misread = idempotencyKey === undefined ? undefined : checkIdempotencyKey(request, idempotencyKey);
  return misread ?? unsupportedVersion(request) ?? request;
}

/** Asked first of an envelope that doesn't fit: another version may well have another shape. */
function unsupportedVersion(body: unknown): Failure | undefined {
  const capabilities = isRecord(body) ? body.client_capabilities : undefined;
  const version = isRecord(capabilities) ? capabilities.context_schema_version : undefined;
  if (typeof version !== 'string' || CONTEXT_SCHEMA_VERSIONS.includes(version)) return undefined;
  return failure(
    'unsupported_schema_version',
    `client_capabilities.context_schema_version is "${version.slice(0, 16)}"; supported: ${CONTEXT_SCHEMA_VERSIONS.join(', ')}`,
    { field: 'client_capabilities.context_schema_version', details: { supported: [...CONTEXT_SCHEMA_VERSIONS] } },
  );
}
