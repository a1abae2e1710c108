import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  type Gateway,
  type GatewayKind,
  type GatewayOptions,
  startGateway,
} from '../../bench/replicas/start-gateway.ts';

/** The configurations that are shipped: what is tried here is what operators start from. */
export const SHIPPED: Readonly<Record<GatewayKind, string>> = {
  nginx: fileURLToPath(new URL('../../docker/nginx/nginx.conf', import.meta.url)),
  haproxy: fileURLToPath(new URL('../../docker/haproxy/haproxy.cfg', import.meta.url)),
};

type More = Pick<GatewayOptions, 'v1Origins' | 'replace'>;

/** A real nginx or HAProxy in front of the given replicas, that ends with the test. */
export async function openGateway(kind: GatewayKind, origins: readonly string[], more: More = {}): Promise<Gateway> {
  const gateway = await startTestGateway(kind, origins, more);
  onTestFinished(gateway.close);
  return gateway;
}

/** As `openGateway`, for whoever closes it: where many tests share it, in `beforeAll`. */
export function startTestGateway(kind: GatewayKind, origins: readonly string[], more: More = {}): Promise<Gateway> {
  return startGateway(kind, { config: SHIPPED[kind], origins, ...more });
}
