import { resolve } from 'node:path';
import type { Config } from '../../contracts/config.ts';
import { SYSTEM_TARGET } from '../../contracts/config.ts';
import type { Environment } from '../config/interpolate.ts';

/** What the server that is wrapped must not be told: it is Waybill's own. */
const OURS = /^WAYBILL_/;
/** As targets of kind `mcp` take them. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

const MOST_BODY_BYTES = 16 * 1024 * 1024;
/** The most there is: one host is not to be shed for another's sake. */
const MOST_DELAY_MS = 60_000;

export interface WrapWishes {
  readonly name: string;
  readonly command: readonly string[];
  readonly url?: string;
  readonly token?: string;
  readonly timeoutMs: number;
  readonly expose?: readonly string[];
  readonly audit?: string;
  readonly port?: number;
}

/** The configuration of one server of the Model Context Protocol, whose tools keep their names. */
export function wrapConfig(wishes: WrapWishes, env: Environment): Config {
  const { name, timeoutMs, expose, audit, port = 0 } = wishes;
  const target = { kind: 'mcp', prefix: '', ...wayTo(wishes, env) };
  return {
    listen: { host: '127.0.0.1', port },
    adapters: { [name]: target },
    routes: [{ match: { type: '*' }, target: name, timeout_ms: timeoutMs }],
    mcp: {
      ...(expose !== undefined && { expose: [...expose] }),
      hide: ['echo', 'sleep', 'describe'].map((intent) => `${SYSTEM_TARGET}.${intent}`),
      find_above: 10_000,
    },
    limits: { body_bytes: MOST_BODY_BYTES, event_loop_delay_ms: MOST_DELAY_MS },
    ...(audit !== undefined && { audit: { to: resolve(audit) } }),
  };
}

function wayTo({ command: [program = '', ...given], url, token }: WrapWishes, env: Environment): object {
  if (url !== undefined) return { url, ...(token !== undefined && { bearer: token }) };
  return {
    command: program,
    arguments: given,
    directory: resolve('.'),
    pass_environment: [],
    environment: environmentOf(env),
  };
}

/** As if it had been started here: the host gave its environment to this process. */
function environmentOf(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value = '']) =>
      VARIABLE.test(name) && !OURS.test(name) ? [[name, value]] : [],
    ),
  );
}
