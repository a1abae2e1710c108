import type { Server, ServerContext } from '@modelcontextprotocol/server';

type Known = '_meta' | 'envelope' | 'signal' | 'inputResponses' | 'requestState' | 'notify' | 'log' | 'send';

/** Of what the SDK knows of a message, what is looked at here. A plain call comes with no more. */
export interface McpContext {
  readonly mcpReq: Pick<ServerContext['mcpReq'], Known>;
  readonly http?: Pick<NonNullable<ServerContext['http']>, 'authInfo'>;
}

/** Of the SDK's server, what says how its connection was opened. */
export type McpConnection = Pick<Server, 'getClientCapabilities'>;
