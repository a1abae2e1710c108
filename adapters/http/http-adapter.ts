import type { Acted, Adapter, AdapterHost, AdapterKind, Call, Health, Observation } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { Resource } from '../../contracts/resource.ts';
import { assertChecked } from '../../declarative/assert-checked.ts';
import { checkSchemas } from '../../declarative/check-schemas.ts';
import { hideInFailure } from '../../declarative/hide-secrets.ts';
import { askForHealth, tryToConnect } from './check-health.ts';
import { type CompiledTarget, compileTarget } from './compile-target.ts';
import { EntityTags } from './entity-tags.ts';
import type { AtTarget } from './http-intent.ts';
import { HttpOptions } from './http-options.ts';
import { Upstream } from './upstream.ts';

/** A back end with an HTTP API, described in the configuration. */
export const httpKind: AdapterKind<HttpOptions> = {
  kind: 'http',
  options: HttpOptions,
  check: (options) => [...compileTarget(options).problems, ...checkSchemas(options.intents)],
  open: async (options, host) => new HttpAdapter(options, host),
};

class HttpAdapter implements Adapter {
  readonly intents;
  readonly resourceTypes;
  /** What else fails is mostly about one request: a thing that is not there, a form that is not filled in. */
  readonly outages = ['adapter_unavailable', 'deadline_exceeded'] as const;
  readonly #compiled: CompiledTarget;
  readonly #at: AtTarget;
  readonly #options: HttpOptions;

  constructor(options: HttpOptions, host: AdapterHost) {
    this.#compiled = compileTarget(options);
    assertChecked(this.#compiled.problems);
    this.intents = [...this.#compiled.intents.values()].map(({ declaration }) => declaration);
    this.resourceTypes = [...this.#compiled.resourceTypes.values()].map(({ declaration }) => declaration);
    this.#options = options;
    this.#at = {
      target: host.target,
      upstream: new Upstream(options, host.target, host.outbound),
      tags: new EntityTags(),
    };
  }

  async probe(resource: Resource, call: Call, signal: AbortSignal): Promise<Observation | Failure> {
    const type = this.#compiled.resourceTypes.get(resource.type);
    if (type === undefined) throw new Error(`${this.#at.target} has no resources of type ${resource.type}`);
    const seen = await type.probe(resource, call, signal, this.#at);
    return isFailure(seen) ? hideInFailure(seen, this.#at.upstream.hideSecrets) : seen;
  }

  async execute(call: Call): Promise<Acted> {
    const intent = this.#compiled.intents.get(call.intentKey);
    if (intent === undefined) throw new Error(`${this.#at.target} has no intent ${call.intentKey}`);
    const acted = await intent.execute(call, this.#at);
    if (acted.failure === undefined) return acted;
    return { ...acted, failure: hideInFailure(acted.failure, this.#at.upstream.hideSecrets) };
  }

  health(): Promise<Health> {
    const { health, base_url: baseUrl } = this.#options;
    if (health === undefined) return tryToConnect(new URL(baseUrl));
    return askForHealth(this.#at.upstream, health.path, this.#compiled.healthy);
  }

  close(): Promise<void> {
    return this.#at.upstream.close();
  }
}
