import { env } from 'node:process';

/** The module has the environment of the service, but for what signs and seals in its name. */
export function hideSecrets(): void {
  for (const name of Object.keys(env)) if (name.startsWith('WAYBILL_')) Reflect.deleteProperty(env, name);
}
