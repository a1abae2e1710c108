import type { ClientCapabilities } from '../../../contracts/capabilities.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { type ContextClaim, type Intent, intentKey } from '../../../contracts/request.ts';
import type { Resource } from '../../../contracts/resource.ts';
import type { VerifiedContext } from '../context-ids.ts';
import type { PolicyFacts } from './policy-facts.ts';

/**
 * The variables of a policy, each made when a policy first reads it. What a client may leave out has a value here all the
 * same (its default, or an empty text), so that a policy that reads it can be judged.
 */
export class PolicyInput {
  readonly target: string;
  readonly transport: string;
  readonly #facts: PolicyFacts;
  #intent: IntentView | undefined;
  #context: ContextView | undefined;
  #capabilities: CapabilitiesView | undefined;
  #principal: ReadonlyMap<string, unknown> | undefined;

  constructor(facts: PolicyFacts) {
    this.target = facts.target;
    this.transport = facts.transport;
    this.#facts = facts;
  }

  get intent(): IntentView {
    this.#intent ??= new IntentView(this.#facts.request.intent);
    return this.#intent;
  }

  get context(): ContextView {
    this.#context ??= new ContextView(this.#facts.request.context, this.#facts.context);
    return this.#context;
  }

  get client_capabilities(): CapabilitiesView {
    this.#capabilities ??= new CapabilitiesView(this.#facts.request.client_capabilities);
    return this.#capabilities;
  }

  /** The attributes and the id; a map, in which `constructor` is a name like any other. */
  get principal(): ReadonlyMap<string, unknown> {
    const { id, attributes } = this.#facts.principal;
    this.#principal ??= new Map<string, unknown>(Object.entries(attributes)).set('id', id);
    return this.#principal;
  }

  get payload(): JsonObject {
    return this.#facts.request.payload as JsonObject; // `as`: it came out of JSON.parse
  }

  get resources(): readonly Resource[] {
    return this.#facts.request.resources;
  }

  get now(): Date {
    return new Date();
  }
}

export class IntentView {
  readonly #intent: Intent;

  constructor(intent: Intent) {
    this.#intent = intent;
  }

  get type(): string {
    return this.#intent.type;
  }

  get sub_type(): string {
    return this.#intent.sub_type ?? '';
  }

  get key(): string {
    return intentKey(this.#intent);
  }

  get priority(): string {
    return this.#intent.priority ?? 'normal';
  }

  get mode(): string {
    return this.#intent.mode ?? 'execute';
  }
}

export class ContextView {
  readonly #claim: ContextClaim;
  readonly #verified: VerifiedContext;

  constructor(claim: ContextClaim, verified: VerifiedContext) {
    this.#claim = claim;
    this.#verified = verified;
  }

  get domain(): string {
    return this.#verified.domain;
  }

  get business_key(): string {
    return this.#claim.business_key;
  }

  get sequence(): bigint {
    return BigInt(this.#verified.sequence);
  }

  get lifecycle(): string {
    return this.#claim.lifecycle ?? 'active';
  }
}

export class CapabilitiesView {
  readonly #capabilities: ClientCapabilities;

  constructor(capabilities: ClientCapabilities) {
    this.#capabilities = capabilities;
  }

  get browser(): string {
    return this.#capabilities.browser;
  }

  get version(): string {
    return this.#capabilities.version ?? '';
  }

  get os(): string {
    return this.#capabilities.os;
  }

  get arch(): string {
    return this.#capabilities.arch;
  }

  get execution_context(): string {
    return this.#capabilities.execution_context;
  }

  get supports_streaming(): boolean {
    return this.#capabilities.supports_streaming;
  }

  get max_payload_size(): bigint {
    return BigInt(this.#capabilities.max_payload_size);
  }

  get supported_actions(): readonly string[] {
    return this.#capabilities.supported_actions;
  }
}
