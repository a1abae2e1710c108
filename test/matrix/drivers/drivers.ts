import type { Driver } from './driver.ts';
import { HTTP, MCP } from './http.ts';
import { POLLING } from './polling.ts';
import { SSE } from './sse.ts';
import { V1 } from './v1.ts';
import { WEBSOCKET } from './websocket.ts';

/** Every transport, as its clients see it. */
export const DRIVERS: readonly Driver[] = [HTTP, MCP, SSE, WEBSOCKET, POLLING, V1];
