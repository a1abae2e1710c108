import type { Config } from '../../contracts/config.ts';
import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Settings } from '../../src/config/settings.ts';
import { createLab } from '../fixtures/lab-kind.ts';

export const MATRIX_SECRET = 'a-secret-for-the-matrix-0123456789-abcdefgh';

/** How large a request may be: small enough that a test can send more, and large enough for what is called large. */
export const MOST_BYTES = 1_048_576;

const LAB: { readonly kind: string } & Readonly<Record<string, unknown>> = {
  kind: 'lab',
  tells: true,
  breaker: { error_percent: 100, min_requests: 10_000 }, // many scenarios fail, and each is to be seen
};

/** What every scenario of the matrix runs against, in one process as well as in replicas. */
export const MATRIX_CONFIG: Config = {
  development: true,
  listen: { host: '127.0.0.1', port: 0 },
  precheck: { limit_ms: 5000, types: { dial: { limit_ms: 150 } } },
  // The machine may be busy: what the tests themselves load it with is not to be shed.
  limits: { body_bytes: MOST_BYTES, event_loop_delay_ms: 60_000 },
  websocket: { frame_bytes: MOST_BYTES },
  adapters: { lab: LAB },
  policies: [
    { name: 'closed', deny_when: 'context.business_key == "closed"', message: 'This account is closed.' },
    { name: 'strict', deny_when: 'context.business_key == "strict" && payload.age < 18', message: 'Too young.' },
    { name: 'guarded', guard_when: 'context.business_key == "guarded"', guard: 'device' },
  ],
  guards: { device: { kind: 'device_fingerprint' } },
  v1: {
    actions: {
      echo: { intent: 'system.echo' },
      sleep: { intent: 'system.sleep' },
      describe: { intent: 'system.describe' },
      fail: { intent: 'system.fail' },
      read: { intent: 'lab.read' },
      act: { intent: 'lab.act' },
      pull: { intent: 'lab.pull', resource: { type: 'lever', state: 'on' } },
    },
  },
};

/** The configuration as the service itself reads it. */
export function matrixSettings(secret: string): Settings {
  const kinds = new Map([...ADAPTER_KINDS, ...createLab().kinds]);
  const loaded = loadConfig({ config: MATRIX_CONFIG, env: { WAYBILL_SECRET: secret }, kinds });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.settings;
}
