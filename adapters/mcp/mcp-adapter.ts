import type {
  Acted,
  Adapter,
  AdapterHost,
  AdapterKind,
  Call,
  Health,
  IntentDeclaration,
  McpOffers,
} from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';
import { CatalogueKeeper } from './catalogue/catalogue-keeper.ts';
import type { Listed } from './catalogue/read-server.ts';
import { checkOptions } from './check-options.ts';
import { LogLines } from './connections/log-lines.ts';
import { ServerLink } from './connections/server-link.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_START_MS, McpTargetOptions } from './mcp-options.ts';
import { callOffer } from './offers/call-offer.ts';
import { type CompiledOffers, compileOffers } from './offers/compile-offers.ts';
import { callTool } from './tools/call-tool.ts';
import type { CompiledTool } from './tools/compile-tool.ts';
import { compileTools } from './tools/compile-tools.ts';

/** How long opening waits for a server to say what it offers: a slow one is not waited for, it is declared late. */
const OPEN_MS = 2000;

/** A server of the Model Context Protocol: its tools are intents. */
export const mcpKind: AdapterKind<McpTargetOptions> = {
  kind: 'mcp',
  options: McpTargetOptions,
  check: checkOptions,
  open: async (options, host) => {
    const adapter = new McpAdapter(options, host);
    await adapter.declared(OPEN_MS);
    return adapter;
  },
};

class McpAdapter implements Adapter {
  intents: readonly IntentDeclaration[] = [];
  readonly resourceTypes = [];
  /** A server that is not connected refuses by itself and at once, and what else fails is mostly about one tool. */
  readonly outages = [];
  readonly #host: AdapterHost;
  readonly #options: McpTargetOptions;
  readonly #link: ServerLink;
  readonly #keeper: CatalogueKeeper;
  #tools: ReadonlyMap<string, CompiledTool> = new Map();
  #offers: CompiledOffers | undefined;
  #declaredAs: string | undefined;
  #tellDeclared: () => void = () => undefined;
  #tellChanged: () => void = () => undefined;
  readonly #firstDeclared = new Promise<void>((resolve) => {
    this.#tellDeclared = resolve;
  });

  constructor(options: McpTargetOptions, host: AdapterHost) {
    this.#host = host;
    this.#options = options;
    const lines = new LogLines(host.log);
    this.#link = new ServerLink(options, host, {
      changed: () => this.#keeper.lookAgain(),
      said: (line) => lines.write(line),
    });
    this.#keeper = new CatalogueKeeper({
      slot: this.#link.main,
      readMs: options.start_timeout_ms ?? DEFAULT_START_MS,
      refreshMs: options.refresh_ms ?? DEFAULT_REFRESH_MS,
      log: host.log,
      declare: (listed) => this.#declare(listed),
    });
    this.#keeper.lookAgain();
  }

  /** Until it is known what the server offers, but no longer than that. */
  declared(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      void this.#firstDeclared.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  get mcp(): McpOffers | undefined {
    return this.#offers?.mcp;
  }

  watchDeclarations(changed: () => void): void {
    this.#tellChanged = changed;
  }

  undeclared(): Failure | undefined {
    return this.#declaredAs === undefined ? this.#unknownYet() : undefined;
  }

  probe(): never {
    throw new Error('An MCP server has no resource types');
  }

  async execute(call: Call): Promise<Acted> {
    const tool = this.#tools.get(call.intentKey);
    if (tool !== undefined) return callTool(this.#link, tool, call);
    const offer = this.#offers?.intents.get(call.intentKey);
    if (offer !== undefined) return callOffer(this.#link, offer, call);
    return { effect: 'none', failure: this.#notOffered(call.intentKey) };
  }

  health(): Health {
    const { main } = this.#link;
    if (!main.isOpen) return { status: 'unhealthy', detail: main.why };
    const { problem } = this.#keeper;
    return problem === undefined ? { status: 'healthy' } : { status: 'degraded', detail: problem };
  }

  close(): Promise<void> {
    this.#keeper.close();
    return this.#link.close();
  }

  #declare(listed: Listed): void {
    const { ttlMs: _howLong, ...offered } = listed;
    const declaredAs = JSON.stringify(offered);
    if (declaredAs === this.#declaredAs) return;
    const { target, log } = this.#host;
    const prefix = this.#options.prefix ?? `${target}.`;
    this.#tools = compileTools(prefix, this.#options, listed.tools);
    this.#offers = compileOffers(target, prefix, listed);
    for (const why of listed.unlisted) log.warn({ why }, 'a list of the MCP server can not be had');
    for (const { name, notes } of this.#tools.values()) {
      for (const note of notes) log.warn({ tool: name, note }, 'a part of what the MCP server says is not used');
    }
    this.intents = [...this.#tools.values(), ...this.#offers.intents.values()].map(({ declaration }) => declaration);
    this.#declaredAs = declaredAs;
    this.#tellDeclared();
    this.#tellChanged();
  }

  #unknownYet(): Failure {
    const { why, waitMs, failedAttempts } = this.#link.main;
    return failure(
      'adapter_unavailable',
      `It is not known yet what the MCP server of the target ${this.#host.target} offers: ${why}`,
      {
        hint: 'Nothing was done, and it is asked again by itself; GET /readyz says why it is not known.',
        retryAfterMs: Math.max(500, waitMs),
        details: { failed_attempts: failedAttempts },
      },
    );
  }

  #notOffered(key: string): Failure {
    return failure('adapter_unavailable', `The MCP server of the target ${this.#host.target} no longer offers ${key}`, {
      hint: 'Nothing was done. system.describe says what it offers now.',
    });
  }
}
