import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Replicas, type ReplicasOptions, startReplicas } from '../../bench/replicas/start-replicas.ts';

/** Written by `npm run build`, which `npm test` runs before any test. */
const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

export type TestReplicasOptions = Omit<ReplicasOptions, 'main'>;

/** Three processes of the built service, or as many as wanted, that end with the test. */
export async function openReplicas(options: TestReplicasOptions = {}): Promise<Replicas> {
  const replicas = await startTestReplicas(options);
  onTestFinished(replicas.close);
  return replicas;
}

/** As `openReplicas`, for whoever closes them: where many tests share them, in `beforeAll`. */
export function startTestReplicas(options: TestReplicasOptions = {}): Promise<Replicas> {
  // In development so that system.fail is there.
  return startReplicas({ ...options, config: { development: true, ...options.config }, main: MAIN });
}
