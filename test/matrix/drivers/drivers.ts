import type { Driver } from './driver.ts';
import { HTTP, MCP } from './http.ts';

export const DRIVERS: readonly Driver[] = [HTTP, MCP];
