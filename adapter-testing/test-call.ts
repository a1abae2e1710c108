import type { Adapter, Call } from '../contracts/adapter.ts';
import type { Progress } from '../contracts/progress.ts';
import type { WorkingCall } from './adapter-subject.ts';

/** As long as a request may well take: no case lets its deadline pass. */
const REMAINING_MS = 60_000;
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** One call as the core would hand it over, and what was told of it. */
export interface TestCall {
  readonly call: Call;
  readonly told: readonly Progress[];
  /** What was told once the call had ended. */
  readonly toldLate: readonly Progress[];
  abort(): void;
  end(): void;
}

export function makeTestCall(adapter: Adapter, intentKey: string, working: WorkingCall): TestCall {
  const controller = new AbortController();
  const told: Progress[] = [];
  const toldLate: Progress[] = [];
  const endMs = performance.now() + REMAINING_MS;
  let isOver = false;
  const call: Call = {
    intentKey,
    payload: structuredClone(working.payload),
    resources: structuredClone(working.resources ?? []),
    capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: true,
      max_payload_size: 16_777_216,
      preferred_encoding: 'none',
      supported_actions: [...new Set(adapter.intents.flatMap(({ actions }) => actions))],
      context_schema_version: '2.0',
      ...working.capabilities,
    },
    context: { id: 'contract-1779999960000-001-0123456789abcdef', domain: 'contract', businessKey: 'contract' },
    principal: 'anonymous',
    traceparent: TRACEPARENT,
    signal: controller.signal,
    remainingMs: () => Math.max(0, endMs - performance.now()),
    progress: (progress) => {
      (isOver ? toldLate : told).push(progress);
    },
  };
  return {
    call,
    told,
    toldLate,
    abort: () => controller.abort(),
    end: () => {
      isOver = true;
    },
  };
}
