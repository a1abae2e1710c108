import { onTestFinished } from 'vitest';
import { openTestHost } from '../../adapter-testing/test-host.ts';
import { websocketKind } from '../../adapters/websocket/websocket-adapter.ts';
import type { WebSocketOptions } from '../../adapters/websocket/websocket-options.ts';
import type { Acted, Adapter, Observation } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { type CallWishes, makeCall } from '../make-call.ts';
import { type Asked, type ServedBridge, serveBridge } from './serve-bridge.ts';

const ANY = { type: 'object' };

/** A bridge that takes `{id, method, params}` and answers `{id, result}` or `{id, error}`. */
export function bridgeOptions(url: string, more: Partial<WebSocketOptions> = {}): WebSocketOptions {
  const send = (method: string) => ({ id: '{{ request_id }}', method, params: '{{ payload }}' });
  return {
    url,
    answer: { id: 'message.id' },
    event: { when: 'has(message.event)', id: 'message.of' },
    cancel: { method: 'cancel', id: '{{ request_id }}', params: {} },
    intents: {
      'bridge.read': { effect: 'read', payload: ANY, send: send('read'), returns: '{{ response.result }}' },
      'bridge.put': { effect: 'idempotent', payload: ANY, send: send('put'), returns: '{{ response.result }}' },
      'bridge.act': {
        effect: 'unsafe',
        payload: ANY,
        send: send('act'),
        progress: { fraction: 'message.part', message: '{{ message.text }}' },
        returns: '{{ response.result }}',
        verify: 'response.result.done == true',
        errors: [
          {
            when: 'response.error.type == "no"',
            kind: 'adapter_failed',
            effect: 'none',
            message: 'No: {{ response.error.text }}',
          },
          { when: 'has(response.error)', kind: 'adapter_failed', message: 'It failed' },
        ],
      },
    },
    resource_types: {
      thing: {
        states: ['alive', 'dead', 'absent'],
        send: { id: '{{ request_id }}', method: 'look', params: { name: '{{ resource.identifier }}' } },
        state: 'has(response.error) ? "absent" : response.result.state',
        details: { hint: '{{ response.?result.?hint }}' },
      },
    },
    ...more,
  };
}

export interface Bridged {
  readonly bridge: ServedBridge;
  readonly adapter: Adapter;
  readonly log: readonly { readonly fields: JsonObject; readonly message: string }[];
  act(intentKey: string, payload?: JsonObject, wishes?: CallWishes): Promise<Acted>;
  look(identifier: string, signal?: AbortSignal): Promise<Observation | Failure>;
}

/** A real adapter at a real bridge; both end with the test. */
export async function openBridged(
  answer: (asked: Asked) => void,
  more: Partial<WebSocketOptions> = {},
  server: Parameters<typeof serveBridge>[1] = {},
): Promise<Bridged> {
  const bridge = await serveBridge(answer, server);
  onTestFinished(() => bridge.close());
  return { bridge, ...(await openAdapter(bridgeOptions(bridge.url, more))) };
}

/** A real adapter at whatever there is; it ends with the test. */
export async function openAdapter(options: WebSocketOptions): Promise<Omit<Bridged, 'bridge'>> {
  const log: { fields: JsonObject; message: string }[] = [];
  const note = (fields: JsonObject, message: string): void => void log.push({ fields, message });
  const { host } = openTestHost({ target: 'bridge' });
  const adapter = await websocketKind.open(options, { ...host, log: { info: note, warn: note } });
  onTestFinished(() => adapter.close());
  return {
    adapter,
    log,
    act: async (intentKey, payload = {}, wishes = {}) =>
      adapter.execute(makeCall(adapter, intentKey, { payload }, wishes)),
    look: async (identifier, signal = new AbortController().signal) =>
      adapter.probe(
        { type: 'thing', identifier, state: 'alive' },
        makeCall(adapter, 'bridge.read', { payload: {} }),
        signal,
      ),
  };
}
