import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../contracts/json.ts';
import { isRecord } from '../../../src/core/is-record.ts';

export const REVISION = '2026-07-28';

/** A call of a tool of which it is seen at a glance that the SDK would hand it on as it is. */
export interface PlainCall {
  readonly id: string | number;
  readonly message: CallToolRequest;
  readonly meta: { readonly traceparent?: string };
  /** What it says of the client, by the protocol's keys. */
  readonly envelope: JsonObject;
}

const TRACEPARENT = 'traceparent';
const META_KEYS = [PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, TRACEPARENT];
const ASKABLE = ['elicitation', 'sampling', 'roots'];

/** Undefined: for the SDK to read, and to say what is wrong with it, if anything is. Its id was looked at before. */
export function readPlainCall(headers: IncomingHttpHeaders, json: unknown): PlainCall | undefined {
  if (!isRecord(json) || !hasOnly(json, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, method, params } = json;
  if (jsonrpc !== '2.0' || id === undefined || method !== 'tools/call' || !isRecord(params)) return undefined;
  if (!hasOnly(params, ['name', 'arguments', '_meta'])) return undefined;
  const { name, arguments: given = {}, _meta } = params;
  if (typeof name !== 'string' || !isRecord(given) || !isRecord(_meta) || !isPlainMeta(_meta)) return undefined;
  if (!saysTheSame(headers, name)) return undefined;
  const { [TRACEPARENT]: traceparent, ...envelope } = _meta;
  return {
    id: id as string | number, // `as`: so checkMcpMessage found it
    message: { method, params: { name, arguments: given } },
    meta: typeof traceparent === 'string' ? { traceparent } : {},
    envelope: envelope as JsonObject, // `as`: it came out of JSON
  };
}

function saysTheSame(headers: IncomingHttpHeaders, name: string): boolean {
  return (
    headers['mcp-protocol-version'] === REVISION &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    /^application\/json($|;)/.test(headers['content-type'] ?? '') &&
    !Object.keys(headers).some((header) => header.startsWith('mcp-param-'))
  );
}

function isPlainMeta(meta: Readonly<Record<string, unknown>>): boolean {
  const traceparent = meta[TRACEPARENT];
  return (
    hasOnly(meta, META_KEYS) &&
    meta[PROTOCOL_VERSION_META_KEY] === REVISION &&
    areCapabilities(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    isInfo(meta[CLIENT_INFO_META_KEY]) &&
    (traceparent === undefined || typeof traceparent === 'string')
  );
}

/** What it can be asked for and nothing else, above all no extension. */
function areCapabilities(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !hasOnly(capabilities, ASKABLE)) return false;
  return Object.values(capabilities).every((askable) => isRecord(askable) && Object.values(askable).every(isEmpty));
}

function isInfo(info: unknown): boolean {
  if (info === undefined) return true;
  return isRecord(info) && hasOnly(info, ['name', 'version']) && [info.name, info.version].every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isEmpty(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function hasOnly(record: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
  return Object.keys(record).every((key) => known.includes(key));
}
