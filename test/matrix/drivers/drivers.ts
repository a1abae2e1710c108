import type { Driver } from './driver.ts';
import { HTTP, MCP } from './http.ts';
import { SSE } from './sse.ts';

export const DRIVERS: readonly Driver[] = [HTTP, MCP, SSE];
