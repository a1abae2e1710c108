import type { GuardKind } from '../contracts/guard.ts';
import { deviceFingerprintKind } from './guards/device-fingerprint.ts';
import { moduleKind } from './guards/module-guard.ts';

/** Every kind of guard that a config may name. */
export const GUARD_KINDS: ReadonlyMap<string, GuardKind> = new Map<string, GuardKind>([
  [deviceFingerprintKind.kind, deviceFingerprintKind],
  [moduleKind.kind, moduleKind],
]);
