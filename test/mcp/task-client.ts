import { exchange } from '../http/exchange.ts';

export const TASKS = 'io.modelcontextprotocol/tasks';
const META = 'io.modelcontextprotocol';

/** Capabilities of a client that knows tasks, and fills in forms. */
export const KNOWS_TASKS = { elicitation: { form: {} }, extensions: { [TASKS]: {} } };

export interface Told {
  readonly http: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** Sends one message as a client of the 2026-07-28 era does, and hands out what came as it came. */
export async function sendMcp(
  origin: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { capabilities = KNOWS_TASKS, token }: { readonly capabilities?: object; readonly token?: string } = {},
): Promise<Told> {
  const name = params.name ?? params.taskId;
  const _meta = { [`${META}/protocolVersion`]: '2026-07-28', [`${META}/clientCapabilities`]: capabilities };
  const { status, text } = await exchange(origin, {
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  });
  return { http: status, ...JSON.parse(text) };
}

export function callAsTask(origin: string, name: string, given: object, more: Parameters<typeof sendMcp>[3] = {}) {
  return sendMcp(origin, 'tools/call', { name, arguments: given }, more);
}

export async function taskIdOf(told: Promise<Told>): Promise<string> {
  const { result, error } = await told;
  if (typeof result?.taskId !== 'string') throw new Error(`It is no task: ${JSON.stringify(result ?? error)}`);
  return result.taskId;
}

const STATUS_WITHIN_MS = 30_000;

/** Asks the given replicas in turn until a task has a status; hands out the task as it was told then. */
export async function taskWhen(origins: readonly string[], taskId: string, status: string) {
  const lastMs = performance.now() + STATUS_WITHIN_MS;
  for (let turn = 0; ; turn += 1) {
    const { result, error } = await sendMcp(origins[turn % origins.length] ?? '', 'tasks/get', { taskId });
    if (result?.status === status) return result;
    if (error !== undefined || performance.now() > lastMs) {
      throw new Error(`The task was to be ${status} and is ${JSON.stringify(result ?? error)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What a person says to a form that asks for a name. */
export function accept(name: string) {
  return { action: 'accept', content: { name } };
}
