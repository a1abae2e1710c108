import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import { processKind } from '../../adapters/process/process-adapter.ts';
import type { ProcessOptions } from '../../adapters/process/process-options.ts';
import type { Acted, Adapter } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Resource } from '../../contracts/resource.ts';
import { type CallWishes, makeCall } from '../make-call.ts';

/** An adapter of kind `process` with a folder of its own, and a short way to call it as the core would. */
export interface TestProcess {
  readonly adapter: Adapter;
  readonly folder: string;
  act(intentKey: string, payload?: JsonObject, wishes?: CallWishes): Promise<Acted>;
  probe(type: string, identifier: string, signal?: AbortSignal): Promise<unknown>;
}

/** Closed with the test. The directory is the folder itself where the options name none. */
export async function openTestProcess(
  options: Omit<ProcessOptions, 'directory'> & { readonly directory?: string },
  folder = mkdtempSync(join(tmpdir(), 'waybill-process-')),
): Promise<TestProcess> {
  const { host } = openTestHost({ target: 'tool', folder });
  const adapter = await processKind.open({ directory: '.', ...options }, host);
  onTestFinished(async () => {
    await adapter.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    adapter,
    folder,
    act: async (intentKey, payload = {}, wishes = {}) =>
      adapter.execute(makeCall(adapter, intentKey, { payload }, wishes)),
    probe: async (type, identifier, signal = AbortSignal.timeout(20_000)) => {
      const resource: Resource = { type, identifier, state: 'present' };
      return adapter.probe(resource, makeCall(adapter, 'none', { payload: {} }), signal);
    },
  };
}
