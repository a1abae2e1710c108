import { buildCore } from '../../src/build-core.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { Core } from '../../src/core/core.ts';
import { EventLoopGuard } from '../../src/core/gate/event-loop-guard.ts';
import { InFlight } from '../../src/core/gate/in-flight.ts';
import type { Journal } from '../../src/core/journal.ts';
import { createRandomIds } from '../../src/core/random-ids.ts';
import { createOfferCompiler, createSchemaCompiler } from '../../src/core/schema-validator.ts';
import { openSealer } from '../../src/core/sealer.ts';
import { createPlainTraces } from '../../src/core/trace.ts';
import { openTargets } from '../../src/open-targets.ts';
import { testSettings } from '../open-test-service.ts';
import { openTestOutbound } from '../outbound/open-test-outbound.ts';

const NOTHING: Journal = {
  request: () => {},
  minted: () => {},
  explained: () => {},
  thrown: () => {},
  policyUnjudged: () => {},
  guardAsked: () => {},
  guardFailed: () => {},
  endedLate: () => {},
  leftActing: () => {},
  exchangeLost: () => {},
  nonce: () => {},
  look: () => {},
  breaker: () => {},
  shed: () => {},
  waited: () => {},
  retried: () => {},
};

/** A core with the target `system` alone, without a listener, and its settings. */
export async function openTestCore(
  journal: Partial<Journal> = {},
  changes: Partial<Settings> = {},
): Promise<{
  readonly core: Core;
  readonly settings: ReturnType<typeof testSettings>;
}> {
  const settings = testSettings(changes);
  const targets = await openTargets(
    [],
    new Map(),
    (target) => ({
      target,
      development: false,
      folder: '.',
      log: { info: () => {}, warn: () => {} },
      sealer: openSealer(settings.secrets),
      outbound: openTestOutbound(),
      catalogue: () => ({ intents: [], resourceTypes: [] }),
      ownOrigin: () => undefined,
    }),
    [],
    NOTHING,
  );
  const ids = createRandomIds();
  const core = buildCore(
    settings,
    { targets, guards: [], authenticator: undefined },
    {
      secrets: settings.secrets,
      sealer: openSealer(settings.secrets),
      journal: { ...NOTHING, ...journal },
      audit: undefined,
      replica: 'test',
      openTrace: createPlainTraces(ids),
      ids,
      compile: createSchemaCompiler(),
      compileOffer: createOfferCompiler(),
      nonceStore: undefined,
      inFlight: new InFlight(settings.limits.inFlightPerPrincipal),
      eventLoopGuard: new EventLoopGuard(settings.limits.eventLoopDelayMs, () => 0),
    },
  );
  return { core, settings };
}
