import type { McpServerFactory } from '@modelcontextprotocol/server';

/** What the tools of the test server change. */
export interface World {
  sum: number;
  waiting: number;
  aborted: number;
  readonly added: string[];
}

export function newWorld(): World;
export function toolServers(world: World, changed?: () => Promise<void>): McpServerFactory;
