import type { WaybillClient } from '../../client/waybill-client.ts';
import type { WaybillRequest } from '../../contracts/request.ts';
import { isRecord } from '../core/is-record.ts';
import { type JsonInput, readJsonFile, readJsonOption } from './read-json-input.ts';
import type { RequestOptions } from './request-options.ts';
import type { UsageError } from './usage-error.ts';

/** A request from the command line, from a file, or from a file with the command line's changes. The service checks it. */
export async function draftRequest(
  client: WaybillClient,
  intent: string | undefined,
  options: RequestOptions,
): Promise<{ readonly request: WaybillRequest } | UsageError> {
  const file = options.file === undefined ? { json: {} } : readJsonFile(options.file);
  if ('usageError' in file) return file;
  const payload = readPayload(options);
  if (payload !== undefined && 'usageError' in payload) return payload;
  const written = recordedRequest(file.json);
  const key = intent ?? recordedKey(written.intent);
  if (key === undefined) {
    return { usageError: 'no intent: name one, such as ui_interaction.click, or a --file that holds one' };
  }
  const context = await contextOf(client, written, options);
  if ('usageError' in context) return context;
  return { request: assemble(client, written, context.context, payload?.json, key, options) };
}

function readPayload({ payload }: RequestOptions): JsonInput | undefined {
  return payload === undefined ? undefined : readJsonOption(payload, '--payload');
}

/** A request that was recorded together with its answer stands under `request`. */
export function recordedRequest(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(json.request) ? json.request : json;
}

function recordedKey(intent: unknown): string | undefined {
  if (!isRecord(intent) || typeof intent.type !== 'string') return undefined;
  return typeof intent.sub_type === 'string' ? `${intent.type}.${intent.sub_type}` : intent.type;
}

type Context = Readonly<Record<string, unknown>>;

async function contextOf(
  client: WaybillClient,
  written: Context,
  options: RequestOptions,
): Promise<{ readonly context: Context } | UsageError> {
  const recorded = isRecord(written.context) ? written.context : {};
  const businessKey = options.businessKey ?? recorded.business_key;
  if (typeof businessKey !== 'string') return { usageError: 'no business key: say --business-key' };
  const parent = options.parent === undefined ? {} : { parent_id: options.parent };
  const rest = { ...recorded, ...parent, business_key: businessKey };
  if (options.context !== undefined) return { context: { ...rest, id: options.context } };
  if (options.domain === undefined) {
    return recorded.id === undefined ? { usageError: 'no context: say --domain, or --context' } : { context: rest };
  }
  const { contexts } = await client.mint(options.domain, businessKey, parent);
  return { context: { ...rest, id: contexts[0]?.id } };
}

function assemble(
  client: WaybillClient,
  written: Context,
  context: Context,
  payload: Context | undefined,
  intent: string,
  options: RequestOptions,
): WaybillRequest {
  // `as`: put together from checked options and unchecked JSON; what is wrong with it, the service says best
  const claim = context as WaybillRequest['context'];
  const fromOptions = client.buildRequest({
    ...partsOf(options),
    intent,
    context: claim,
    ...(payload !== undefined && { payload }),
  });
  const { type: _type, sub_type: _subType, ...settings } = isRecord(written.intent) ? written.intent : {};
  return {
    ...fromOptions,
    ...written,
    client_capabilities: capabilitiesOf(fromOptions, written, options),
    intent: { ...settings, ...fromOptions.intent },
    context: claim,
    ...(options.resource !== undefined && { resources: fromOptions.resources }),
    ...(payload !== undefined && { payload: fromOptions.payload }),
  };
}

function partsOf({ mode, priority, timeoutMs, resource, waitMs }: RequestOptions) {
  const resources = (resource ?? []).map((one) => (waitMs === undefined ? one : { ...one, wait_ms: waitMs }));
  return {
    resources,
    ...(mode !== undefined && { mode }),
    ...(priority !== undefined && { priority }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function capabilitiesOf(
  fromOptions: WaybillRequest,
  written: Context,
  options: RequestOptions,
): WaybillRequest['client_capabilities'] {
  const recorded = isRecord(written.client_capabilities) ? written.client_capabilities : {};
  return {
    ...fromOptions.client_capabilities,
    ...recorded,
    ...(options.action !== undefined && { supported_actions: [...options.action] }),
    ...(options.executionContext !== undefined && { execution_context: options.executionContext }),
  };
}
