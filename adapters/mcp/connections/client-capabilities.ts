import type { ClientCapabilities } from '@modelcontextprotocol/client';

/**
 * What a server of the legacy era is told, once and for all callers, that it may ask for. Whether the caller of a call can be
 * asked is found out when it does. Not roots: servers of that era ask for them before any call.
 */
export const LEGACY_CAPABILITIES: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: {} };
