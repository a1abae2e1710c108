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

type Replace = Pick<GatewayOptions, 'replace'>;

/** A real nginx or HAProxy in front of the given replicas, that ends with the test. */
export async function openGateway(
  kind: GatewayKind,
  origins: readonly string[],
  replace: Replace = {},
): Promise<Gateway> {
  const gateway = await startTestGateway(kind, origins, replace);
  onTestFinished(gateway.close);
  return gateway;
}

/** As `openGateway`, for whoever closes it: where many tests share it, in `beforeAll`. */
export function startTestGateway(
  kind: GatewayKind,
  origins: readonly string[],
  replace: Replace = {},
): Promise<Gateway> {
  return startGateway(kind, { config: SHIPPED[kind], origins, ...replace });
}
