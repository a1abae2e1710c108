import type { FailureKind } from '../../contracts/failure.ts';
import type { Settings } from '../../src/config/settings.ts';
import { translateGate } from '../../src/config/translate-gate.ts';
import { goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openTestService, type TestService } from '../open-test-service.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { WIRE_KINDS } from './wire-kind.ts';

type Gate = Parameters<typeof translateGate>[0];

export interface Wired {
  readonly upstream: FakeUpstream;
  readonly gate?: Gate;
  /** As an adapter declares them. */
  readonly outages?: readonly FailureKind[];
  readonly timeoutMs: number;
}

export interface OpenWire {
  readonly service: TestService;
  /** Sends one act, with an id that no other has, to a target by its name. */
  act(
    target: string,
    key: string,
    more?: { readonly priority?: 'low' | 'normal' | 'high'; readonly timeout_ms?: number },
  ): Sent;
}

type Sent = ReturnType<typeof send>;

/** A service with one target an upstream, each reached by the context domain of its name. */
export async function openWire(
  wired: Readonly<Record<string, Wired>>,
  more: Partial<Settings> = {},
): Promise<OpenWire> {
  const targets = Object.entries(wired).map(([name, { upstream, gate = {}, outages = [] }]) => ({
    name,
    kind: 'wire',
    options: { origin: upstream.origin, outages: [...outages] },
    gate: translateGate(gate),
  }));
  const routes = Object.entries(wired).map(([name, { timeoutMs }]) => ({
    type: 'wire',
    domain: name,
    target: name,
    timeoutMs,
  }));
  const service = await openTestService({ targets, routes, ...more }, { kinds: WIRE_KINDS });
  let sent = 0;
  return {
    service,
    act: (target, key, intent = {}) => {
      sent += 1;
      const request = goodRequest(service.settings, key, { domain: target });
      return send(service.origin, {
        ...request,
        intent: { ...request.intent, ...intent },
        payload: { id: `${key}-${sent}` },
      });
    },
  };
}
