import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { DeviceFingerprintOptions } from '../../contracts/config/guards.ts';
import type { GuardedRequest, GuardKind, GuardVerdict } from '../../contracts/guard.ts';
import { isRecord } from '../core/is-record.ts';

/** What a device and the client on it must say alike. */
const SHARED = ['os', 'browser', 'arch'] as const;
/** A fingerprint is a digest or an id; a proof has 43 characters. */
const MOST_CHARACTERS = 256;
/** Tells these proofs apart from whatever else the key may sign. */
const PROOF_LABEL = 'waybill-device-1';
const PROOF_HINT = `HMAC-SHA-256, as base64url, of ["${PROOF_LABEL}", fingerprint, business_key] as JSON, from whoever enrolled the device`;

const PASS: GuardVerdict = { verdict: 'pass' };

/**
 * Looks at `payload.device`. What a client says of itself can be made up: without `known` and `proof_key` this finds
 * mistakes, no attackers. A proof shows that whoever holds the key enrolled this fingerprint for this business key, not
 * that the request comes from that device.
 */
export const deviceFingerprintKind: GuardKind<DeviceFingerprintOptions> = {
  kind: 'device_fingerprint',
  options: DeviceFingerprintOptions,
  open: ({ require: required = ['fingerprint'], known, proof_key }) => {
    const wanted = [...new Set(['fingerprint', ...required])];
    const enrolled = known && new Set(known);
    const key = proof_key === undefined ? undefined : createSecretKey(proof_key, 'utf8');
    return {
      hasNoEffects: true,
      brings: ['device'],
      check: (request) => checkDevice(request, wanted) ?? checkEnrolment(request, enrolled, key),
    };
  },
};

/** Refuses a device that is not described, or otherwise than the client. */
function checkDevice({ payload, capabilities }: GuardedRequest, wanted: readonly string[]): GuardVerdict | undefined {
  const missing = wanted.filter((name) => textOf(payload.device, name) === undefined);
  if (missing.length > 0) {
    return challenge(
      `The device is not described: payload.device lacks ${missing.join(', ')}`,
      missing.map((name) => ({ pointer: `/payload/device/${name}`, description: 'Text of 1 to 256 characters.' })),
    );
  }
  const unlike = SHARED.find((name) => {
    const said = textOf(payload.device, name);
    return said !== undefined && said.toLowerCase() !== capabilities[name].toLowerCase();
  });
  if (unlike === undefined) return undefined;
  return deny(`payload.device.${unlike} is not what client_capabilities.${unlike} says`);
}

function checkEnrolment(
  { payload, context }: GuardedRequest,
  known: ReadonlySet<string> | undefined,
  key: KeyObject | undefined,
): GuardVerdict {
  const fingerprint = textOf(payload.device, 'fingerprint') ?? '';
  if ((known === undefined && key === undefined) || known?.has(fingerprint)) return PASS;
  if (key === undefined) return deny('This device is not known');
  const proof = textOf(payload.device, 'proof');
  if (proof === undefined) {
    return challenge('This device is not known: payload.device.proof is missing', [
      { pointer: '/payload/device/proof', description: PROOF_HINT },
    ]);
  }
  return isProof(proof, fingerprint, context.businessKey, key)
    ? PASS
    : deny('payload.device.proof is no proof for this device and this business key');
}

function isProof(proof: string, fingerprint: string, businessKey: string, key: KeyObject): boolean {
  const right = createHmac('sha256', key)
    .update(JSON.stringify([PROOF_LABEL, fingerprint, businessKey]))
    .digest('base64url');
  const given = Buffer.from(proof);
  return given.length === right.length && timingSafeEqual(given, Buffer.from(right));
}

function textOf(device: unknown, name: string): string | undefined {
  const value = isRecord(device) && Object.hasOwn(device, name) ? device[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS ? value : undefined;
}

function deny(message: string): GuardVerdict {
  return { verdict: 'deny', message };
}

function challenge(message: string, bring: { readonly pointer: string; readonly description: string }[]): GuardVerdict {
  return { verdict: 'challenge', message, challenge: { bring } };
}
