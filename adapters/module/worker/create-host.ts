import type { AdapterHost, AdapterLog, Catalogue, Sealer } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Outbound, OutboundLookup, OutboundRefusal } from '../../../contracts/outbound.ts';
import type { WorkerStart } from '../protocol.ts';
import type { Asking } from './asking.ts';
import { createFetch } from './fetch-through.ts';
import { toJson } from './to-json.ts';
import type { WorkerWire } from './worker-wire.ts';

/** What the module's adapter is given at opening: each part asks the service. */
export function createHost(
  { target, development, folder }: WorkerStart,
  wire: WorkerWire,
  asking: Asking,
): AdapterHost {
  return {
    target,
    development,
    folder,
    log: createLog(wire),
    sealer: createSealer(asking),
    outbound: createOutbound(wire, asking),
    // `as`: what the service answers to these names
    catalogue: () => JSON.parse(wire.askNow('catalogue') as string) as Catalogue,
    ownOrigin: () => wire.askNow('ownOrigin') as string | undefined,
  };
}

function createLog(wire: WorkerWire): AdapterLog {
  const at =
    (level: 'info' | 'warn') =>
    (fields: JsonObject, message: string): void =>
      wire.sendIfRoom({ type: 'log', level, json: toJson(fields), message: String(message) });
  return { info: at('info'), warn: at('warn') };
}

function createSealer(asking: Asking): Sealer {
  // `as`: what the service answers to these names
  return {
    seal: async (purpose, value, expiresAtMs) =>
      (await asking.ask('seal', { purpose: String(purpose), json: toJson(value), expiresAtMs })) as string,
    unseal: async (purpose, token) =>
      (await asking.ask('unseal', { purpose: String(purpose), token: String(token) })) as JsonObject | undefined,
  };
}

function createOutbound(wire: WorkerWire, asking: Asking): Outbound {
  // `as`: what the service answers to these names
  return {
    refuse: (url) => wire.askNow('refuse', [String(url)]) as OutboundRefusal | undefined,
    isPrivateHost: (host) => wire.askNow('isPrivateHost', [String(host)]) as boolean | undefined,
    lookup: lookupThrough(asking),
    fetch: createFetch(wire, asking),
  };
}

function lookupThrough(asking: Asking): OutboundLookup {
  return (hostname, { all, family, hints }, done) => {
    asking.ask('lookup', { hostname: String(hostname), wishes: { all, family, hints } }).then(
      (found) => {
        // `as`: what the service answers to a lookup
        const { address, family: of } = found as { readonly address: string; readonly family?: number };
        // In a tick of its own: what `done` throws is not a lookup that failed.
        process.nextTick(done, null, address, of);
      },
      (error: Error) => process.nextTick(done, error, all === true ? [] : ''),
    );
  };
}
