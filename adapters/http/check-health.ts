import { connect } from 'node:net';
import type { Health } from '../../contracts/adapter.ts';
import { isFailure } from '../../contracts/failure.ts';
import type { Condition } from '../../expressions/compile-condition.ts';
import { readResponse } from './read-response.ts';
import type { Upstream } from './upstream.ts';
import { isReceived } from './upstream-answer.ts';

/** Somewhat less than the core waits, so that it is said what was waited for. */
const LIMIT_MS = 900;

/** Asks the upstream by its declared request. */
export async function askForHealth(upstream: Upstream, path: string, healthy: Condition | undefined): Promise<Health> {
  const request = { method: 'GET', to: { path }, headers: {}, body: undefined } as const;
  const end = await upstream.ask(request, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (isFailure(end)) return { status: 'unhealthy', detail: end.message };
  if (!isReceived(end)) {
    const detail = end.why === 'stopped' ? `no answer within ${LIMIT_MS} ms` : end.detail;
    return { status: 'unhealthy', detail };
  }
  const { response } = readResponse(end);
  const isHealthy = healthy === undefined ? response.status < 500 : healthy.judge({ response }) === true;
  return isHealthy ? { status: 'healthy' } : { status: 'unhealthy', detail: `it answered ${response.status}` };
}

/** Whether a connection can be made; nothing is sent on it. */
export function tryToConnect({ hostname, port, protocol }: URL): Promise<Health> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    const finish = (health: Health): void => {
      socket.destroy();
      resolve(health);
    };
    socket.setTimeout(LIMIT_MS, () => finish({ status: 'unhealthy', detail: `no connection within ${LIMIT_MS} ms` }));
    socket.once('connect', () => finish({ status: 'healthy' }));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      finish({ status: 'unhealthy', detail: `no connection: ${error.code ?? 'failed'}` }),
    );
  });
}
