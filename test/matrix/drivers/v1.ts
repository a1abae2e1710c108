import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isFailure } from '../../../contracts/failure.ts';
import type { WaybillRequest } from '../../../contracts/request.ts';
import { V1Answer } from '../../../contracts/v1.ts';
import type { Settings } from '../../../src/config/settings.ts';
import { openContextIds } from '../../../src/core/context-ids.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { MATRIX_CAPABILITIES } from '../good.ts';
import { MATRIX_CONFIG } from '../matrix-config.ts';
import { call } from './call.ts';
import type { Driver } from './driver.ts';

const ACTIONS = Object.entries(MATRIX_CONFIG.v1?.actions ?? {});
const actionOf = (key: string) => ACTIONS.find(([, { intent }]) => intent === key);

const isV1Answer = new Ajv2020({ strict: false }).compile<V1Answer>(V1Answer);

/** The old action style. Most of what a request can say has no words there. */
export const V1: Driver = {
  name: 'v1',
  transport: () => 'v1',
  cancels: false,
  unsaid: ({ body, headers }, { settings }) => {
    if (headers !== undefined) return 'its headers are those of v2';
    if (!isRecord(body)) return 'it is no request at all';
    // `as`: what does not fit is found out by the comparisons below
    return unsaidOf(body as WaybillRequest, settings);
  },
  start: (origin, { body }, traceparent) => {
    // `as`: `unsaid` found nothing that the comparisons there did not allow
    const said = translate(body as WaybillRequest);
    const { received, leave } = call(origin, { path: '/mcp/v1', body: said, headers: { traceparent } });
    const came = received.then(({ status, headers, text }) => {
      const v1: unknown = JSON.parse(text);
      if (!isV1Answer(v1)) throw new Error(`Not an answer by the contract of v1: ${text}`);
      return { v1, http: status, headers };
    });
    return { came, leave };
  },
};

function unsaidOf(request: WaybillRequest, settings: Settings): string | undefined {
  const { client_capabilities, intent, context, resources, payload, ...more } = request;
  if (!isDeepStrictEqual(client_capabilities, MATRIX_CAPABILITIES)) return 'capabilities are another matter there';
  if (!isRecord(intent) || !isRecord(context) || !isRecord(payload) || !Array.isArray(resources))
    return 'it is no request';
  const { type, sub_type, ...moreIntent } = intent;
  const { id, business_key, ...moreContext } = context;
  if (Object.keys({ ...more, ...moreIntent, ...moreContext }).length > 0) return 'v1 has fewer parts';
  if (actionOf(`${type}.${sub_type}`) === undefined) return 'no action is mapped to the intent';
  if (!isOurs(id, business_key, settings)) return 'v1 carries no context id';
  return areSayable(resources, `${type}.${sub_type}`) ? undefined : 'v1 has one selector, and no more of a resource';
}

function isOurs(id: string, businessKey: string, settings: Settings): boolean {
  if (typeof businessKey !== 'string') return false;
  const ids = openContextIds(settings.secrets, settings.context);
  return !isFailure(ids.verify(id, { businessKey, principal: 'anonymous' }));
}

function areSayable(resources: WaybillRequest['resources'], key: string): boolean {
  const wanted = actionOf(key)?.[1].resource;
  if (wanted === undefined) return resources.length === 0;
  const [only, ...more] = resources;
  if (only === undefined || more.length > 0) return false;
  return isDeepStrictEqual(only, { ...wanted, identifier: only.identifier });
}

function translate({ intent, context, resources, payload }: WaybillRequest) {
  const [action] = actionOf(`${intent.type}.${intent.sub_type}`) ?? [];
  const [resource] = resources;
  return {
    session_id: context.business_key,
    action,
    ...(resource !== undefined && { selector: resource.identifier }),
    args: payload,
  };
}
