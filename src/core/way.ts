import type { Failure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import type { Arrival, Hail } from './arrival.ts';
import type { CompiledIntent } from './catalogue.ts';
import type { VerifiedContext } from './context-ids.ts';
import type { Core } from './core.ts';
import type { Checked } from './find-mismatch.ts';
import type { Principal } from './principal.ts';
import type { Route } from './route-table.ts';
import type { Claim } from './single-use/nonce-store.ts';
import type { Stop } from './stop.ts';
import type { Trace } from './trace.ts';

/** What is known of one request so far: filled in step by step, read when its answer is built. */
export interface Way {
  readonly hail: Hail;
  readonly trace: Trace;
  readonly arrival: Arrival | undefined;
  readonly principal: Principal;
  request: WaybillRequest | undefined;
  intent: CompiledIntent | undefined;
  /** What its caller was asked for and has said, and its payload holds by now. */
  said: JsonObject | undefined;
  /** What its caller is to be asked for, once nothing else refuses the request. */
  unsaid: Failure | undefined;
  context: VerifiedContext | undefined;
  route: Route | undefined;
  /** The resources as the precheck found them; none as long as it has not looked. */
  checked: readonly Checked[];
  /** What ends its work early, from the moment its deadline is known. */
  stop: Stop | undefined;
  /** The value of `X-MCP-Resource-Status`: tokens of ours, never client text. */
  resourceStatus: string;
  /** Whether the adapter was called: from here on nobody can say that nothing was done. */
  dispatched: boolean;
  /** What makes its action single-use; undefined where nothing does. */
  nonce: string | undefined;
  /** Made of the nonce once it was looked up; undefined where the action goes on without. */
  claim: Claim | undefined;
  /** By `actionDigestOf`, once it is first asked for. */
  actionDigest: string | undefined;
  precheckMs: number | undefined;
  /** All attempts together. */
  actMs: number | undefined;
  /** How often the adapter was called. */
  attempts: number;
  /** An act that was given up and goes on all the same. */
  late: Promise<unknown> | undefined;
}

const NONE: readonly Checked[] = [];

export function openWay(core: Core, hail: Hail, arrival?: Arrival): Way {
  return {
    hail,
    trace: hail.trace ?? core.openTrace(hail.traceparent),
    arrival,
    principal: hail.principal,
    request: undefined,
    intent: undefined,
    said: undefined,
    unsaid: undefined,
    context: undefined,
    route: undefined,
    checked: NONE,
    stop: undefined,
    resourceStatus: 'unchecked',
    dispatched: false,
    nonce: undefined,
    claim: undefined,
    actionDigest: undefined,
    precheckMs: undefined,
    actMs: undefined,
    attempts: 0,
    late: undefined,
  };
}
