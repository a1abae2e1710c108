import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { AdapterHost } from '../../contracts/adapter.ts';
import type { ModuleSettings } from './module-options.ts';
import { COUNTERS, type WorkerStart } from './protocol.ts';

export interface StartedWorker {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly atOnce: MessagePort;
  readonly counters: Int32Array;
}

/** A thread with lines of its own to this one: what the module sends on the thread's usual line is nobody's. */
export function startWorker(address: URL, settings: ModuleSettings, host: AdapterHost): StartedWorker {
  const line = new MessageChannel();
  const atOnce = new MessageChannel();
  const counters = new SharedArrayBuffer(Object.keys(COUNTERS).length * Int32Array.BYTES_PER_ELEMENT);
  const start: WorkerStart = {
    module: settings.module,
    options: settings.options,
    resultBytes: settings.resultBytes,
    folder: host.folder,
    target: host.target,
    development: host.development,
    port: line.port2,
    atOnce: atOnce.port2,
    counters,
  };
  const worker = new Worker(address, {
    workerData: start,
    transferList: [line.port2, atOnce.port2],
    argv: [],
    // Asks `import.meta.resolve` to take the address to start from.
    execArgv: ['--experimental-import-meta-resolve'],
    // Else it would write between the lines of the service's log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: settings.memoryMb },
  });
  return { worker, port: line.port1, atOnce: atOnce.port1, counters: new Int32Array(counters) };
}
