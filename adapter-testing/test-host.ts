import { randomBytes } from 'node:crypto';
import type { Adapter, AdapterHost } from '../contracts/adapter.ts';
import { openSealer } from '../src/core/sealer.ts';
import { openOutbound } from '../src/outbound/open-outbound.ts';

export interface TestHost {
  readonly host: AdapterHost;
  /** What the adapter logged: a line of JSON each. */
  readonly lines: readonly string[];
}

export interface TestHostSettings {
  readonly target?: string;
  readonly folder?: string;
  readonly outboundAllow?: readonly string[];
  /** Of which the catalogue tells, once it is open. */
  readonly adapter?: () => Adapter | undefined;
}

/** What an adapter is given at opening: a real sealer, the real outbound guard, a log that is kept. */
export function openTestHost({
  target = 'subject',
  folder = '.',
  outboundAllow = [],
  adapter = () => undefined,
}: TestHostSettings = {}): TestHost {
  const lines: string[] = [];
  const keep = (fields: object, message: string): void => {
    lines.push(JSON.stringify({ ...fields, message }));
  };
  return {
    lines,
    host: {
      target,
      development: false,
      folder,
      log: { info: keep, warn: keep },
      sealer: openSealer([randomBytes(32)]),
      outbound: openOutbound(outboundAllow).guard,
      catalogue: () => {
        const { intents = [], resourceTypes = [] } = adapter() ?? {};
        return {
          intents: intents.map((intent) => ({ ...intent, targets: [target] })),
          resourceTypes: resourceTypes.map((type) => ({ ...type, targets: [target] })),
        };
      },
      ownOrigin: () => undefined,
    },
  };
}
