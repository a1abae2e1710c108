import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { processKind } from '../../adapters/process/process-adapter.ts';
import type { ProcessOptions } from '../../adapters/process/process-options.ts';
import type { Acted, Adapter, Call } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { Resource } from '../../contracts/resource.ts';
import { openTestOutbound } from '../outbound/open-test-outbound.ts';

export interface TestCallSettings {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** An adapter of kind `process` with a folder of its own, and a short way to call it as the core would. */
export interface TestProcess {
  readonly adapter: Adapter;
  readonly folder: string;
  act(intentKey: string, payload?: JsonObject, settings?: TestCallSettings): Promise<Acted>;
  probe(type: string, identifier: string, signal?: AbortSignal): Promise<unknown>;
}

/** Closed with the test. The directory is the folder itself where the options name none. */
export async function openTestProcess(
  options: Omit<ProcessOptions, 'directory'> & { readonly directory?: string },
  folder = mkdtempSync(join(tmpdir(), 'waybill-process-')),
): Promise<TestProcess> {
  const adapter = await processKind.open(
    { directory: '.', ...options },
    {
      target: 'tool',
      development: false,
      folder,
      log: { info: () => {}, warn: () => {} },
      sealer: { seal: async () => '', unseal: async () => undefined },
      outbound: openTestOutbound(),
      catalogue: () => ({ intents: [], resourceTypes: [] }),
      ownOrigin: () => undefined,
    },
  );
  onTestFinished(async () => {
    await adapter.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    adapter,
    folder,
    act: async (intentKey, payload = {}, settings = {}) => adapter.execute(testCall(intentKey, payload, settings)),
    probe: async (type, identifier, signal = AbortSignal.timeout(20_000)) => {
      const resource: Resource = { type, identifier, state: 'present' };
      return adapter.probe(resource, testCall('none', {}, {}), signal);
    },
  };
}

function testCall(intentKey: string, payload: JsonObject, settings: TestCallSettings): Call {
  const { timeoutMs = 30_000, signal = AbortSignal.timeout(timeoutMs), onProgress = () => {} } = settings;
  const endMs = performance.now() + timeoutMs;
  return {
    intentKey,
    payload,
    resources: [],
    capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: true,
      max_payload_size: 1_048_576,
      preferred_encoding: 'none',
      supported_actions: [],
      context_schema_version: '2.0',
    },
    context: { id: 'test-flow-1-001-0000000000000000', domain: 'test-flow', businessKey: 'test' },
    principal: 'anonymous',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    signal,
    remainingMs: () => Math.max(0, endMs - performance.now()),
    progress: onProgress,
  };
}
