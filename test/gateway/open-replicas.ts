import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Replicas, type ReplicasOptions, startReplicas } from '../../bench/replicas/start-replicas.ts';
import { isRecord } from '../../src/core/is-record.ts';

/** Written by `npm run build`, which `npm test` runs before any test. */
const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** The machine may be busy: what the tests themselves load it with is not to be shed. */
const LIMITS = { event_loop_delay_ms: 60_000 };

export type TestReplicasOptions = Omit<ReplicasOptions, 'main'>;

/** Three processes of the built service, or as many as wanted, that end with the test. */
export async function openReplicas(options: TestReplicasOptions = {}): Promise<Replicas> {
  const replicas = await startTestReplicas(options);
  onTestFinished(replicas.close);
  return replicas;
}

/** As `openReplicas`, for whoever closes them: where many tests share them, in `beforeAll`. */
export function startTestReplicas(options: TestReplicasOptions = {}): Promise<Replicas> {
  const { limits, ...config } = options.config ?? {};
  return startReplicas({
    ...options,
    // In development so that system.fail is there.
    config: { development: true, ...config, limits: { ...LIMITS, ...(isRecord(limits) && limits) } },
    main: MAIN,
  });
}
