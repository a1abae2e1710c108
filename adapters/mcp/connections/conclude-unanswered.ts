import type { Acted, EffectClass } from '../../../contracts/adapter.ts';
import { type Failure, type FailureKind, failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import { shortly } from './describe-error.ts';
import type { Unanswered } from './why-unanswered.ts';

/** Errors that the protocol has for what was refused before it was carried out. */
const REFUSALS: readonly number[] = [-32700, -32600, -32601, -32602, -32020, -32021];
const INVALID_PARAMS = -32602;
const MISSING_CAPABILITY = -32021;

/** What comes of an act whose request has no result. */
export function concludeUnanswered(unanswered: Unanswered, effectClass: EffectClass): Acted {
  const doubtful: Effect = effectClass === 'read' ? 'none' : 'unknown';
  switch (unanswered.why) {
    case 'stopped':
      return { effect: doubtful, failure: failure('cancelled', 'Stopped before the MCP server answered') };
    case 'not_sent':
      return {
        effect: 'none',
        transient: unanswered.isTransient,
        failure: failure('adapter_unavailable', `The MCP server can not be reached: ${unanswered.detail}`, {
          hint: 'Nothing was done.',
          retryAfterMs: 100,
        }),
      };
    case 'lost':
      return {
        effect: doubtful,
        transient: true,
        failure: failure('adapter_unavailable', `The connection to the MCP server was lost: ${unanswered.detail}`, {
          hint: 'outcome.effect says what it may have done by then.',
        }),
      };
    case 'unreadable':
      return {
        effect: doubtful,
        failure: failure('adapter_misbehaved', `The MCP server answered what can not be read: ${unanswered.detail}`),
      };
    case 'status':
      return concludeStatus(unanswered.status, unanswered.detail, doubtful);
    case 'protocol_error':
      return concludeError(unanswered, doubtful);
  }
}

function concludeStatus(status: number, detail: string, doubtful: Effect): Acted {
  const failed = (kind: FailureKind, effect: Effect, transient: boolean): Acted => ({
    effect,
    transient,
    failure: failure(kind, `The MCP server did not take the request: ${detail}`, { details: { status } }),
  });
  if (status === 429) return failed('rate_limited', 'none', true);
  if (status === 502 || status === 503 || status === 504) return failed('adapter_unavailable', doubtful, true);
  return failed('adapter_failed', status >= 400 && status < 500 ? 'none' : doubtful, false);
}

function concludeError(
  { code, message, data }: Extract<Unanswered, { why: 'protocol_error' }>,
  doubtful: Effect,
): Acted {
  const told = shortly(message);
  const details: JsonObject = { protocol_error: { code, message: told } };
  return {
    effect: REFUSALS.includes(code) ? 'none' : doubtful,
    transient: false,
    failure: code === MISSING_CAPABILITY ? missingCapability(told, data, details) : failed(code, told, details),
  };
}

function failed(code: number, told: string, details: JsonObject): Failure {
  if (code === INVALID_PARAMS)
    return failure('payload_invalid', `The MCP server refused the request: ${told}`, { details });
  return failure('adapter_failed', `The MCP server answered with the error ${code}: ${told}`, { details });
}

/** Said in our own words: as the server says it, it would be about this service and not about the caller. */
function missingCapability(told: string, data: unknown, details: JsonObject): Failure {
  const { requiredCapabilities = {} } = Object(data) as { readonly requiredCapabilities?: JsonObject }; // `as`: any member
  const names = Object.keys(Object(requiredCapabilities)).join(', ');
  return failure('input_required', `The MCP server must ask the caller, who can not be asked (${names || told})`, {
    hint: 'Call as an MCP client that declares these capabilities.',
    details: { ...details, required_capabilities: requiredCapabilities },
  });
}
