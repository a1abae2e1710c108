import { onTestFinished } from 'vitest';
import { makeTestCall, type TestCall } from '../../adapter-testing/test-call.ts';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import { httpKind } from '../../adapters/http/http-adapter.ts';
import type { HttpOptions } from '../../adapters/http/http-options.ts';
import type { Acted, Adapter, Observation, OptionProblem } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Resource } from '../../contracts/resource.ts';

/** A real adapter of kind `http`, closed with the test. */
export interface HttpTarget {
  readonly adapter: Adapter;
  /** What was logged. */
  readonly lines: readonly string[];
  begin(
    intent: string,
    payload?: JsonObject,
    resources?: readonly Resource[],
  ): TestCall & { readonly ended: Promise<Acted> };
  act(intent: string, payload?: JsonObject, resources?: readonly Resource[]): Promise<Acted>;
  /** Looks at the resources as a precheck does, and then acts within the same request. */
  lookAndAct(intent: string, payload: JsonObject, resources: readonly Resource[]): Promise<Acted>;
  look(resource: Resource, signal?: AbortSignal): Promise<Observation | Failure>;
}

export async function openHttpTarget(options: HttpOptions, outboundAllow: readonly string[] = []): Promise<HttpTarget> {
  const target = await startHttpTarget(options, outboundAllow);
  onTestFinished(() => target.adapter.close());
  return target;
}

/** The same, for whoever closes it. */
export async function startHttpTarget(
  options: HttpOptions,
  outboundAllow: readonly string[] = [],
): Promise<HttpTarget> {
  const problems = checkHttpOptions(options);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const { host, lines } = openTestHost({ outboundAllow });
  const adapter = await httpKind.open(options, host);
  const begin: HttpTarget['begin'] = (intent, payload = {}, resources = []) => {
    const made = makeTestCall(adapter, intent, { payload, resources });
    return { ...made, ended: Promise.resolve(adapter.execute(made.call)) };
  };
  return {
    adapter,
    lines,
    begin,
    act: (intent, payload, resources) => begin(intent, payload, resources).ended,
    lookAndAct: async (intent, payload, resources) => {
      const { call } = makeTestCall(adapter, intent, { payload, resources });
      for (const resource of call.resources) {
        const seen = await adapter.probe(resource, call, call.signal);
        if (isFailure(seen)) throw new Error(seen.message);
      }
      return adapter.execute(call);
    },
    look: async (resource, signal) => {
      const { call } = makeTestCall(adapter, '', { payload: {}, resources: [resource] });
      return adapter.probe(resource, call, signal ?? call.signal);
    },
  };
}

export function checkHttpOptions(options: HttpOptions): readonly OptionProblem[] {
  return httpKind.check?.(options) ?? [];
}
