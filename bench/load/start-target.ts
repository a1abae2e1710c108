import { fileURLToPath } from 'node:url';
import { startGateway } from '../replicas/start-gateway.ts';
import { startReplicas } from '../replicas/start-replicas.ts';

export interface LoadTarget {
  readonly name: string;
  readonly origin: string;
  close(): Promise<void>;
}

/** From the folder of the compiled bench, `.cache/bench/bench/load`. */
const file = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** One process of the built service, or three behind nginx with the configuration that is shipped. */
export async function startTarget(withReplicas: boolean): Promise<LoadTarget> {
  const replicas = await startReplicas({ main: file('dist/src/main.js'), count: withReplicas ? 3 : 1 });
  const [origin = ''] = replicas.origins;
  if (!withReplicas) return { name: 'one service', origin, close: replicas.close };
  try {
    const gateway = await startGateway('nginx', {
      config: file('docker/nginx/nginx.conf'),
      origins: replicas.origins,
    });
    const close = async (): Promise<void> => {
      await gateway.close();
      await replicas.close();
    };
    return { name: 'three behind nginx', origin: gateway.origin, close };
  } catch (error) {
    await replicas.close();
    throw error;
  }
}
