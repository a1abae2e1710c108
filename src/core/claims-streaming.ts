import type { Arrival } from './arrival.ts';
import { isRecord } from './is-record.ts';
import { withCapabilities } from './with-capabilities.ts';

/**
 * Whether the client says that it can take a stream. How a request is answered has to be known before it is found valid,
 * so this reads the claim where the reader of requests will.
 */
export function claimsStreaming(arrival: Arrival): boolean {
  const body = withCapabilities(arrival);
  const capabilities = isRecord(body) ? body.client_capabilities : undefined;
  return isRecord(capabilities) && capabilities.supports_streaming === true;
}
