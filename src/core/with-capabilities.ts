import type { Arrival } from './arrival.ts';
import { isRecord } from './is-record.ts';

/** The body, with the capabilities of the header where it brings none itself; undefined where that header is no JSON object. */
export function withCapabilities({ body, capabilitiesHeader }: Arrival): unknown {
  if (capabilitiesHeader === undefined || !isRecord(body) || 'client_capabilities' in body) return body ?? null;
  const capabilities = parseJson(capabilitiesHeader);
  return isRecord(capabilities) ? { client_capabilities: capabilities, ...body } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
