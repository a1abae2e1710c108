import { CLIENT_CAPABILITIES_META_KEY, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { isRecord } from '../../../src/core/is-record.ts';
import { TASKS_CAPABILITIES, TASKS_EXTENSION } from './tasks-extension.ts';

/** Answers a client that wants to hear of tasks and does not declare them; the SDK would tell it that all is well. */
export function refuseTaskIds(message: unknown): Response | undefined {
  const { id, params } = isRecord(message) ? message : {};
  const { notifications, _meta } = isRecord(params) ? params : {};
  if (!isRecord(notifications) || notifications.taskIds === undefined) return undefined;
  const capabilities = isRecord(_meta) ? _meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  if (isRecord(extensions) && extensions[TASKS_EXTENSION] !== undefined) return undefined;
  const refusal = new MissingRequiredClientCapabilityError({ requiredCapabilities: TASKS_CAPABILITIES });
  const error = { code: refusal.code, message: refusal.message, data: refusal.data };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 });
}
