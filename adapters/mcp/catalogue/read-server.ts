import type { JsonObject } from '../../../contracts/json.ts';
import type { Connection } from '../connections/connection.ts';
import { type ListedOffers, readOffers } from '../offers/read-offers.ts';

/** What a server offers, as it says. */
export interface Listed extends ListedOffers {
  readonly tools: readonly JsonObject[];
  /** How long that holds; undefined: it does not say. */
  readonly ttlMs: number | undefined;
}

/** Asks the server for all that it offers. Rejects as the SDK does. */
export async function readServer(connection: Connection, limitMs: number, signal: AbortSignal): Promise<Listed> {
  const options = { timeout: limitMs, signal, cacheMode: 'refresh' } as const;
  const { client } = connection;
  const hasTools = client.getServerCapabilities()?.tools !== undefined;
  const [listed, offers] = await Promise.all([
    hasTools ? client.listTools(undefined, options) : { tools: [] },
    readOffers(connection, options),
  ]);
  const { ttlMs } = listed as { readonly ttlMs?: unknown }; // `as`: what a list may have beside its items
  return {
    ...offers,
    // `as`: the client has parsed them, from JSON
    tools: listed.tools as unknown as readonly JsonObject[],
    ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) ? ttlMs : undefined,
  };
}
