import type { ClientCapabilities } from '../contracts/capabilities.ts';

/** 16 MiB: room for the screenshot of a large page. */
const MAX_PAYLOAD_BYTES = 16_777_216;

/** Capabilities of a client that is no browser; `overrides` win. */
export function defaultCapabilities(overrides: Partial<ClientCapabilities> = {}): ClientCapabilities {
  return {
    browser: 'none',
    os: globalThis.process?.platform ?? 'unknown',
    arch: globalThis.process?.arch ?? 'unknown',
    execution_context: 'isolated',
    supports_streaming: false,
    max_payload_size: MAX_PAYLOAD_BYTES,
    preferred_encoding: 'gzip',
    supported_actions: [],
    context_schema_version: '2.0',
    ...overrides,
  };
}
