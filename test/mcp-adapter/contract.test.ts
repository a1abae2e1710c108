import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { mcpKind } from '../../adapters/mcp/mcp-adapter.ts';
