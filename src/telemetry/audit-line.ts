import fastJsonStringify from 'fast-json-stringify';
import Type from 'typebox';
import type { AuditRecord } from '../core/audit.ts';
import { roundedMs } from './rounded-ms.ts';

/** What every line begins with, beside others on standard output. */
const HEAD = '{"audit":';

const stringify = fastJsonStringify(
  Type.Object({
    audit: Type.String(),
    time: Type.String(),
    replica: Type.String(),
    principal: Type.String(),
    context: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
    intent: Type.Optional(Type.String()),
    target: Type.Optional(Type.String()),
    action_digest: Type.Optional(Type.String()),
    effect: Type.String(),
    status: Type.Optional(Type.String()),
    verification: Type.Optional(Type.String()),
    failure: Type.Optional(Type.String()),
    http: Type.Optional(Type.Integer()),
    transport: Type.String(),
    trace_id: Type.String(),
    duration_ms: Type.Number(),
    caller_left: Type.Optional(Type.Boolean()),
    receipt: Type.Optional(Type.String()),
  }),
);

/** The line of one act, its newline included. `replica` is the process that acted. */
export function auditLine(record: AuditRecord, replica: string): string {
  const line = stringify({
    audit: record.event,
    time: new Date().toISOString(),
    replica,
    principal: record.principal,
    context: record.contextId,
    domain: record.domain,
    intent: record.intent,
    target: record.target,
    action_digest: record.actionDigest,
    effect: record.effect,
    status: record.answered?.status,
    verification: record.verification,
    failure: record.failure,
    http: record.answered?.http,
    transport: record.transport,
    trace_id: record.traceId,
    duration_ms: roundedMs(record.durationMs),
    caller_left: record.callerLeft || undefined,
    receipt: record.answered?.receiptId,
  });
  return `${line}\n`;
}

/** How many of these lines are of acts. */
export function countAuditLines(lines: string): number {
  return lines.split('\n').filter((line) => line.startsWith(HEAD)).length;
}
