import type { ClientCapabilities } from '../../../contracts/capabilities.ts';
import { CONTEXT_SCHEMA_VERSIONS } from '../../../contracts/request.ts';
import type { V1Client } from '../../../contracts/v1.ts';

/** What is assumed of an old client, which declares nothing: it works in the browser that is there, and takes any answer. */
const OLD_CLIENT = {
  browser: 'unknown',
  os: 'unknown',
  arch: 'unknown',
  execution_context: 'shared',
  supports_streaming: false,
  max_payload_size: Number.MAX_SAFE_INTEGER,
  preferred_encoding: 'gzip', // where its Accept-Encoding allows that
  context_schema_version: CONTEXT_SCHEMA_VERSIONS[0] ?? '',
} as const;

/** By asking for an action a client says that it can take part in it. */
export function assumeCapabilities(client: V1Client = {}, actions: readonly string[]): ClientCapabilities {
  const { browser, version, os, arch, execution_context, max_payload_size, preferred_encoding } = client;
  return {
    ...OLD_CLIENT,
    supported_actions: [...actions],
    ...(browser !== undefined && { browser }),
    ...(version !== undefined && { version }),
    ...(os !== undefined && { os }),
    ...(arch !== undefined && { arch }),
    ...(execution_context !== undefined && { execution_context }),
    ...(max_payload_size !== undefined && { max_payload_size }),
    ...(preferred_encoding !== undefined && { preferred_encoding }),
  };
}
