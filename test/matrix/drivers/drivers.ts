import type { Driver } from './driver.ts';
import { HTTP, MCP } from './http.ts';
import { POLLING } from './polling.ts';
import { SSE } from './sse.ts';
import { WEBSOCKET } from './websocket.ts';

export const DRIVERS: readonly Driver[] = [HTTP, MCP, SSE, WEBSOCKET, POLLING];
