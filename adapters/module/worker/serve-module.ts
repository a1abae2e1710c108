import type { Adapter } from '../../../contracts/adapter.ts';
import type { ToWorker, WorkerStart } from '../protocol.ts';
import { Asking } from './asking.ts';
import { createHost } from './create-host.ts';
import { hideSecrets } from './hide-secrets.ts';
import { openModule } from './open-module.ts';
import { Serving } from './serving.ts';
import { toJson } from './to-json.ts';
import { WorkerWire } from './worker-wire.ts';

/** The life of a worker: opens the module's adapter, and does with it what the service says. */
export async function serveModule(start: WorkerStart): Promise<void> {
  hideSecrets();
  const wire = new WorkerWire(start);
  const asking = new Asking(wire);
  // From here on, as the module may ask for something while it opens.
  let serving: Serving | undefined;
  wire.onMessage((message: ToWorker) => {
    if (message.type === 'ping') wire.send({ type: 'pong', externalBytes: process.memoryUsage().external });
    else if (message.type === 'served') asking.settle(message);
    else serving?.take(message);
  });
  const opened = await openModule(start, createHost(start, wire, asking));
  if ('reason' in opened) return wire.send({ type: 'unopened', ...opened });
  serving = new Serving(opened.adapter, wire, start.resultBytes);
  const declare = (): void => wire.send({ type: 'opened', json: declarationsOf(opened.adapter) });
  opened.adapter.watchDeclarations?.(onceATurn(declare));
  declare();
}

/** However often it is asked for in one go: a loop that does must not fill the line to the service. */
function onceATurn(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      work();
    });
  };
}

function declarationsOf({ intents, resourceTypes, outages }: Adapter): string {
  return toJson({ intents, resourceTypes, outages });
}
