import type { Settings } from '../config/settings.ts';
import { StartupError } from '../startup-error.ts';

/** Throws a StartupError where a reload asks for another store: that one would know of no nonce that was used. */
export function checkSameStore({ nonce: before }: Settings, { nonce: wanted }: Settings): void {
  if (before.store === wanted.store && before.url === wanted.url) return;
  throw new StartupError(['nonce.store and nonce.url cannot change while the service runs: restart it to use them']);
}
