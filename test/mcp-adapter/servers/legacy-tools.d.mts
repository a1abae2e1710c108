import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { World } from './tools.mjs';

export function legacyServer(world: World): Server;
