import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { browserKind } from '../../../adapters/browser/browser-adapter.ts';
import type { BrowserOptions } from '../../../adapters/browser/browser-options.ts';
import type { Acted, Adapter, AdapterHost, Call, Sealer } from '../../../contracts/adapter.ts';
import type { ClientCapabilities } from '../../../contracts/capabilities.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import type { Resource } from '../../../contracts/resource.ts';
import { openSealer } from '../../../src/core/sealer.ts';
import { openTestOutbound } from '../../outbound/open-test-outbound.ts';

/** Replicas that share a secret share a sealer; each test file has one of its own. */
export function testSealer(): Sealer {
  return openSealer([Buffer.from(`a secret for tests only ${randomUUID()}`)]);
}

export interface TestAdapterSettings {
  readonly sealer?: Sealer;
  readonly ownOrigin?: string;
}

export interface CallSettings {
  /** The page by its name; left out: the adapter finds the only one. */
  readonly page?: string;
  readonly principal?: string;
  readonly executionContext?: ClientCapabilities['execution_context'];
  readonly supportedActions?: readonly string[];
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly resources?: readonly Resource[];
}

/** A real adapter on a real browser, and a short way to call it as a request would. */
export interface TestAdapter {
  readonly adapter: Adapter;
  act(intentKey: string, payload?: JsonObject, settings?: CallSettings): Promise<Acted>;
  /** Acts and returns the result; throws where the action failed. */
  result(intentKey: string, payload?: JsonObject, settings?: CallSettings): Promise<JsonObject>;
  /** Opens a page in a context of its own and returns its name. */
  open(url: string, settings?: CallSettings): Promise<string>;
  close(): Promise<void>;
}

const CAPABILITIES: ClientCapabilities = {
  browser: 'chromium',
  os: 'linux',
  arch: 'x64',
  execution_context: 'isolated',
  supports_streaming: true,
  max_payload_size: 10_485_760,
  preferred_encoding: 'none',
  supported_actions: [],
  context_schema_version: '2.0',
};

export async function openTestAdapter(
  options: BrowserOptions,
  settings: TestAdapterSettings = {},
): Promise<TestAdapter> {
  const adapter = await browserKind.open(options, testHost(settings));
  const check = schemaChecker(adapter);
  const act: TestAdapter['act'] = async (intentKey, payload = {}, call = {}) => {
    const { timeoutMs = 10_000, signal } = call;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    signal?.addEventListener('abort', () => controller.abort(), { once: true });
    check(intentKey, 'payload', payload);
    try {
      const acted = await adapter.execute({ ...testCall(intentKey, payload, call), signal: controller.signal });
      if (acted.failure === undefined) check(intentKey, 'result', acted.result);
      return acted;
    } finally {
      clearTimeout(timer);
    }
  };
  const result: TestAdapter['result'] = async (intentKey, payload, call) => {
    const acted = await act(intentKey, payload, call);
    if (acted.failure !== undefined) throw new Error(`${intentKey}: ${JSON.stringify(acted.failure)}`);
    return asObject(acted.result);
  };
  const open: TestAdapter['open'] = async (url, call) => String((await result('page.open', { url }, call)).page);
  return { adapter, act, result, open, close: () => adapter.close() };
}

/** Throws where a payload or result does not fit the schema that its intent declares. */
function schemaChecker(adapter: Adapter) {
  const ajv = new Ajv({ strict: false });
  // `as`: the package's types describe its CommonJS form, where the function is the module itself
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return (intentKey: string, part: 'payload' | 'result', value: unknown): void => {
    const declared = adapter.intents.find(({ key }) => key === intentKey);
    if (declared === undefined) throw new Error(`No intent ${intentKey}.`);
    if (!ajv.validate(declared[part], value)) {
      throw new Error(
        `The ${part} of ${intentKey} does not fit its schema: ${ajv.errorsText()} in ${JSON.stringify(value)}`,
      );
    }
  };
}

export function testCall(intentKey: string, payload: JsonObject, settings: CallSettings = {}): Call {
  const { page, principal = 'anonymous', executionContext = 'isolated', timeoutMs = 10_000, resources = [] } = settings;
  const supportedActions = [...(settings.supportedActions ?? [])];
  const endMs = performance.now() + timeoutMs;
  const target: readonly Resource[] =
    page === undefined ? [] : [{ type: 'browser_target', identifier: page, state: 'attached' }];
  return {
    intentKey,
    payload,
    resources: [...target, ...resources],
    capabilities: { ...CAPABILITIES, execution_context: executionContext, supported_actions: supportedActions },
    context: { id: 'test-flow-1-001-0000000000000000', domain: 'test-flow', businessKey: 'test' },
    principal,
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    signal: settings.signal ?? AbortSignal.timeout(timeoutMs),
    remainingMs: () => Math.max(0, endMs - performance.now()),
    progress: () => {},
  };
}

/** An element as a request declares it. */
export function element(identifier: string): Resource {
  return { type: 'dom_element', identifier, state: 'visible_enabled' };
}

export function asObject(value: JsonValue | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Not an object: ${JSON.stringify(value)}`);
  }
  return value as JsonObject; // `as`: an array was ruled out, which TypeScript does not see for readonly ones
}

function testHost({ sealer = testSealer(), ownOrigin }: TestAdapterSettings): AdapterHost {
  return {
    target: 'browser',
    development: ownOrigin !== undefined,
    folder: '.',
    log: { info: () => {}, warn: () => {} },
    sealer,
    outbound: openTestOutbound(),
    catalogue: () => ({ intents: [], resourceTypes: [] }),
    ownOrigin: () => ownOrigin,
  };
}
