import { setTimeout as delay } from 'node:timers/promises';
import { backOffMs } from '../connections/back-off.ts';
import type { Connection } from '../connections/connection.ts';

/** Has a modern server say when what it offers changes, for as long as the connection is there. Those of the legacy era do so unasked. */
export function watchServer(connection: Connection, onChange: () => void): void {
  if (connection.era === 'legacy') return;
  const { tools, prompts, resources } = connection.client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
  };
  if (Object.keys(filter).length > 0) void keepListening(connection, filter, onChange);
}

async function keepListening(connection: Connection, filter: object, onChange: () => void): Promise<void> {
  for (let failed = 0; !connection.isLost; failed += 1) {
    const subscription = await connection.client.listen(filter).catch(() => undefined);
    const begunMs = performance.now();
    const end = await subscription?.closed;
    if (end === 'local' || connection.isLost) return;
    if (performance.now() - begunMs > MOST_BACK_OFF_MS) failed = 0;
    await delay(backOffMs(failed + 1), undefined, { ref: false });
    // What changed meanwhile was told to nobody.
    if (subscription !== undefined) onChange();
  }
}

const MOST_BACK_OFF_MS = 15_000;
