import type { Page } from '../../../adapters/browser/page.ts';
import type { PageActed, PageAction } from '../../../adapters/browser/page-action.ts';
import type { Call } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Resource } from '../../../contracts/resource.ts';

export interface ActionRequest {
  readonly payload?: JsonObject;
  /** A selector stands for a visible, enabled `dom_element`. */
  readonly on?: string;
  readonly resources?: readonly Resource[];
  readonly timeoutMs?: number;
  readonly supportedActions?: readonly string[];
}

/** Runs one action on a page as the adapter would, with a deadline of its own. */
export async function runAction(page: Page, action: PageAction, request: ActionRequest = {}): Promise<PageActed> {
  const timeoutMs = request.timeoutMs ?? 3_000;
  const deadlineMs = performance.now() + timeoutMs;
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), timeoutMs);
  const on: readonly Resource[] =
    request.on === undefined ? [] : [{ type: 'dom_element', identifier: request.on, state: 'visible_enabled' }];
  const call: Call = {
    intentKey: action.declaration.key,
    payload: request.payload ?? {},
    resources: request.resources ?? on,
    capabilities: {
      browser: 'none',
      os: 'linux',
      arch: 'x64',
      execution_context: 'shared',
      supports_streaming: false,
      max_payload_size: 1_048_576,
      preferred_encoding: 'none',
      supported_actions: [...(request.supportedActions ?? action.declaration.actions)],
      context_schema_version: '2.0',
    },
    context: { id: 'test-0-001-0', domain: 'test', businessKey: 'test' },
    principal: 'anonymous',
    signal: aborter.signal,
    traceparent: '00-00000000000000000000000000000001-0000000000000001-01',
    remainingMs: () => Math.max(0, deadlineMs - performance.now()),
    progress: () => {},
  };
  try {
    return await action.act(page, call);
  } finally {
    clearTimeout(timer);
  }
}
