import { workerData } from 'node:worker_threads';
import type { WorkerStart } from '../protocol.ts';
import { serveModule } from './serve-module.ts';

// `as`: only `startWorker` starts this file, and with this.
await serveModule(workerData as WorkerStart);
