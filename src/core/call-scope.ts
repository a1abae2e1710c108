import type { Call } from '../../contracts/adapter.ts';
import { type Asking, undeclaredCapabilities } from '../../contracts/asking.ts';
import type { ClientCapabilities } from '../../contracts/capabilities.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { missingCapabilities } from '../../contracts/missing-capabilities.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Resource } from '../../contracts/resource.ts';
import { askingOfAct } from './asking/asked-state.ts';
import type { CompiledIntent } from './catalogue.ts';
import type { VerifiedContext } from './context-ids.ts';
import { ownPayload } from './own-payload.ts';
import type { Stop } from './stop.ts';
import type { Trace } from './trace.ts';
import type { Way } from './way.ts';

/** A request as its adapter sees it. A class, so that a request costs one object and no closures. */
export class CallScope implements Call {
  readonly intentKey: string;
  readonly payload: JsonObject;
  readonly resources: readonly Resource[];
  readonly capabilities: ClientCapabilities;
  readonly context: Call['context'];
  readonly principal: string;
  readonly asking: Asking | undefined;
  readonly #trace: Trace;
  readonly #stop: Stop;
  readonly #onProgress: ((progress: Progress) => void) | undefined;

  constructor(way: Way, intent: CompiledIntent, request: WaybillRequest, context: VerifiedContext, stop: Stop) {
    this.intentKey = intent.declaration.key;
    this.payload = ownPayload(intent, request);
    this.resources = request.resources;
    this.capabilities = request.client_capabilities;
    this.context = { id: context.id, domain: context.domain, businessKey: request.context.business_key };
    this.principal = way.principal.id;
    this.asking = stillWhileAsked(askingOfAct(way.arrival?.asking), stop);
    this.#trace = way.trace;
    this.#stop = stop;
    this.#onProgress = way.arrival?.onProgress;
  }

  get traceparent(): string {
    return this.#trace.traceparent;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  remainingMs(): number {
    return this.#stop.remainingMs();
  }

  progress(progress: Progress): void {
    this.#onProgress?.(progress);
  }
}

/** Nobody is asked what they can't be, and whoever is asked may take longer than a request may. */
function stillWhileAsked(asking: Asking | undefined, stop: Stop): Asking | undefined {
  if (asking?.ask === undefined) return asking;
  const { ask, capabilities } = asking;
  return {
    ...asking,
    ask: async (requests) => {
      const missing = missingCapabilities(requests, capabilities);
      return missing === undefined ? stop.standStill(ask(requests)) : undeclaredCapabilities(missing);
    },
  };
}
