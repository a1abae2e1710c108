import { type Failure, failure, isFailure, type Problem } from '../../../contracts/failure.ts';
import { splitIntentKey, type WaybillRequest } from '../../../contracts/request.ts';
import { V1Request } from '../../../contracts/v1.ts';
import type { CompiledIntent } from '../catalogue.ts';
import { clip } from '../clip.ts';
import type { ContextIds } from '../context-ids.ts';
import { isRecord } from '../is-record.ts';
import { nearest } from '../nearest.ts';
import { invalidRequest, translateSchemaErrors } from '../problems.ts';
import { ALL_PROBLEMS_BYTES, type CompileSchema } from '../schema-validator.ts';
import { findMisuse, payloadOf, selectorOf, sourcesOf } from './action-parts.ts';
import { assumeCapabilities } from './assume-capabilities.ts';
import type { CompiledAction, V1Actions } from './compile-actions.ts';
import type { V1Words } from './v1-words.ts';

/** An action as a request, and the words to speak of it. */
export interface TranslatedAction {
  readonly request: WaybillRequest;
  readonly words: V1Words;
}

/** `bodyBytes`: the size of the body as it arrived. */
export type ReadV1Action = (body: unknown, bodyBytes: number, principal: string) => TranslatedAction | Failure;

/** Fails with `invalid_request`, `no_route` (an action that is not known here) or `resource_missing` (no selector). */
export function createV1Reader(
  compile: CompileSchema,
  actions: V1Actions,
  contexts: ContextIds,
  domain: string,
): ReadV1Action {
  const check = compile(V1Request);
  return (body, bodyBytes, principal) => {
    if (bodyBytes === 0) {
      return failure('invalid_request', 'The body is empty', { hint: 'Send one action as a JSON object.' });
    }
    const errors = check(body ?? null, bodyBytes <= ALL_PROBLEMS_BYTES) ?? [];
    const problems = [...translateSchemaErrors(errors), ...findMisuseIn(actions, body)];
    if (problems.length > 0) return refuseBody(actions, body, problems);
    // `as`: the schema that just accepted it is the one the type is inferred from
    const sent = body as V1Request;
    const known = findAction(actions, sent.action);
    if (isFailure(known)) return known;
    const missing = refuseWithoutSelector(known.action, known.intent, sent);
    if (missing !== undefined) return missing;
    const context = contexts.mint(domain, { businessKey: sent.session_id, principal });
    return translate(known.action, known.intent, sent, context.id);
  };
}

function translate(
  action: CompiledAction,
  { declaration }: CompiledIntent,
  sent: V1Request,
  contextId: string,
): TranslatedAction {
  const { name, value } = selectorOf(sent);
  const { resource } = action.mapping;
  return {
    request: {
      client_capabilities: assumeCapabilities(sent.client, declaration.actions),
      intent: splitIntentKey(declaration.key),
      context: { id: contextId, business_key: sent.session_id },
      resources: resource === undefined || value === undefined ? [] : [{ ...resource, identifier: value }],
      payload: payloadOf(action, sent),
    },
    words: { action: action.name, selector: name, sources: sourcesOf(action, sent) },
  };
}

function findMisuseIn(actions: V1Actions, body: unknown): Problem[] {
  if (!isRecord(body)) return [];
  return findMisuse(typeof body.action === 'string' ? actions.get(body.action) : undefined, body);
}

/** Everything that is wrong at once: an action that is not known is one problem of several then. */
function refuseBody(actions: V1Actions, body: unknown, problems: readonly Problem[]): Failure {
  const action = isRecord(body) ? body.action : undefined;
  const known = typeof action === 'string' && action !== '' ? findAction(actions, action) : undefined;
  const unknown = isFailure(known)
    ? [{ pointer: '/action', message: known.message, ...(known.hint !== undefined && { hint: known.hint }) }]
    : [];
  const refused = invalidRequest([...problems, ...unknown]);
  const looksLikeV2 = isRecord(body) && 'intent' in body;
  return looksLikeV2 ? { ...refused, hint: 'This looks like a v2 request: send it to POST /mcp/v2.' } : refused;
}

function findAction(
  actions: V1Actions,
  name: string,
): { readonly action: CompiledAction; readonly intent: CompiledIntent } | Failure {
  const action = actions.get(name);
  if (action?.intent !== undefined) return { action, intent: action.intent };
  const offered = [...actions.values()].filter(({ intent }) => intent !== undefined).map((known) => known.name);
  const known = [...new Set([...nearest(name, offered, offered.length), ...offered])];
  const message =
    action === undefined
      ? `No action "${clip(name, 64)}" here`
      : `${name} becomes ${action.mapping.intent}, which no target here offers`;
  return failure('no_route', message, {
    field: 'action',
    hint: known.length === 0 ? 'No action is on offer.' : `Known actions, the nearest first: ${known.join(', ')}.`,
    details: { known },
  });
}

function refuseWithoutSelector(
  { name, mapping }: CompiledAction,
  { declaration }: CompiledIntent,
  sent: V1Request,
): Failure | undefined {
  const type = mapping.resource?.type;
  if (type === undefined || selectorOf(sent).value !== undefined || !declaration.requires.includes(type)) {
    return undefined;
  }
  const example = declaration.example.resources.find((resource) => resource.type === type)?.identifier ?? '#id';
  return failure('resource_missing', `${name} acts on a ${type}, and the action names none`, {
    field: 'selector',
    hint: `Name it, such as "selector": ${JSON.stringify(example)}.`,
    details: { missing: [type] },
  });
}
