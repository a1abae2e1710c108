import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { type ContextId, mintedBetween, nextSequence, parseContextId } from './context-id.ts';
import { deriveKeys } from './derive-key.ts';
import { createHmacSha256 } from './hmac-sha256.ts';

const MINUTE_MS = 60_000;
const FIRST_SEQUENCE = '001';
/** The seeds' short form, accepted under `context.legacy_ids` only. */
const LEGACY_HASH_DIGITS = 6;

export interface ContextPolicy {
  readonly maxAgeMs: number;
  readonly clockSkewMs: number;
  readonly hashDigits: number;
  readonly legacyIds: boolean;
  readonly domains: ReadonlyMap<string, { readonly maxAgeMs: number }>;
}

/** Whom an id is bound to. */
export interface ContextOwner {
  readonly businessKey: string;
  readonly principal: string;
}

export interface MintedContext {
  readonly id: string;
  /** Epoch ms. */
  readonly expiresAtMs: number;
}

export interface VerifiedContext {
  readonly id: string;
  readonly domain: string;
  readonly sequence: string;
  /** The next step's id; undefined after sequence 999999. */
  readonly nextId: string | undefined;
}

/** Mints and verifies context ids. Needs no store: any replica with the same secrets verifies what another minted. */
export interface ContextIds {
  /** The id of the step `sequence` (default: the first) of a flow, as of now: the same within a minute. */
  mint(domain: string, owner: ContextOwner, sequence?: string): MintedContext;
  /** `context_malformed`, `context_hash_mismatch` or `context_expired` where the id is no good. */
  verify(id: string, owner: ContextOwner): VerifiedContext | Failure;
  /** As `verify`, whatever the id's age: what a parent must be. */
  verifyAnyAge(id: string, owner: ContextOwner): ContextId | Failure;
}

const MALFORMED_HINT =
  "Send an id exactly as POST /mcp/v2/contexts or the last answer's context.next_id gave it: {domain}-{timestamp}-{sequence}-{hash}.";

export function openContextIds(
  secrets: readonly Uint8Array[],
  policy: ContextPolicy,
  now: () => number = Date.now,
): ContextIds {
  const signers = deriveKeys(secrets, 'context').map(createHmacSha256);
  const [signer] = signers;
  if (signer === undefined) throw new Error('No secret to sign context ids with');
  const maxAgeMs = (domain: string): number => policy.domains.get(domain)?.maxAgeMs ?? policy.maxAgeMs;

  const mint = (domain: string, owner: ContextOwner, sequence = FIRST_SEQUENCE): MintedContext =>
    mintSigned(domain, ownerText(owner), sequence, now());

  let minute = { atMs: 0, text: '0' }; // the minute at hand, written once
  const mintSigned = (domain: string, owner: string, sequence: string, nowMs: number): MintedContext => {
    const atMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    if (minute.atMs !== atMs) minute = { atMs, text: String(atMs) };
    const timestamp = minute.text;
    const hash = sign(signer, domain, timestamp, sequence, owner).slice(0, policy.hashDigits);
    return { id: `${domain}-${timestamp}-${sequence}-${hash}`, expiresAtMs: atMs + maxAgeMs(domain) };
  };

  const verifyAnyAge = (id: string, owner: ContextOwner): ContextId | Failure => verifySigned(id, ownerText(owner));

  const verifySigned = (id: string, owner: string): ContextId | Failure => {
    const parsed = parseContextId(id);
    if (parsed === undefined) return malformed('Context id is not of the form {domain}-{timestamp}-{sequence}-{hash}');
    const misshapen = checkForm(parsed, policy);
    if (misshapen !== undefined) return misshapen;
    for (const each of signers) {
      const expected = sign(each, parsed.domain, parsed.timestamp, parsed.sequence, owner);
      if (sameDigits(expected.slice(0, parsed.hash.length), parsed.hash)) return parsed;
    }
    return failure(
      'context_hash_mismatch',
      'Context id does not match its hash: the id was changed, or it was minted for another business_key or caller, or with a key that is no longer valid',
      {
        field: 'context.id',
        hint: 'Send the id unchanged, with the business_key it was minted for, or mint a new one with POST /mcp/v2/contexts.',
      },
    );
  };

  const verify = (id: string, owner: ContextOwner): VerifiedContext | Failure => {
    const signedFor = ownerText(owner); // once for the id at hand and the next
    const parsed = verifySigned(id, signedFor);
    if (isFailure(parsed)) return parsed;
    const nowMs = now();
    const untimely = checkAge(parsed, maxAgeMs(parsed.domain), policy.clockSkewMs, nowMs);
    if (untimely !== undefined) return untimely;
    const sequence = nextSequence(parsed.sequence);
    const nextId = sequence === undefined ? undefined : mintSigned(parsed.domain, signedFor, sequence, nowMs).id;
    return { id, domain: parsed.domain, sequence: parsed.sequence, nextId };
  };

  return { mint, verify, verifyAnyAge };
}

function checkForm({ timestamp, hash }: ContextId, policy: ContextPolicy): Failure | undefined {
  const isShort = hash.length === LEGACY_HASH_DIGITS;
  if ((isShort || timestamp.length !== 13) && !policy.legacyIds) {
    return malformed('Context id has a date as timestamp or a 6-digit hash; these short forms are switched off here');
  }
  if (isShort || hash.length === policy.hashDigits) return undefined;
  return malformed(`Context id has a hash of ${hash.length} digits, expected ${policy.hashDigits}`);
}

function checkAge(id: ContextId, maxAgeMs: number, clockSkewMs: number, nowMs: number): Failure | undefined {
  const minted = mintedBetween(id.timestamp);
  if (minted === undefined) return malformed(`Context id has ${id.timestamp} as timestamp, which is no date`);
  const aheadMs = minted.fromMs - nowMs;
  if (aheadMs > clockSkewMs) {
    return malformed(
      `Context id is ${Math.ceil(aheadMs / 1000)} s in the future; ${clockSkewMs / 1000} s are tolerated`,
    );
  }
  const ageMs = nowMs - minted.toMs;
  if (ageMs <= maxAgeMs) return undefined;
  return failure(
    'context_expired',
    `Context id is ${Math.floor(ageMs / 1000)} s old; ids of ${id.domain} are valid for ${maxAgeMs / 1000} s`,
    {
      field: 'context.id',
      hint: 'Mint the next one with POST /mcp/v2/contexts; with this id as parent_id the sequence goes on.',
    },
  );
}

function malformed(message: string): Failure {
  return failure('context_malformed', message, { field: 'context.id', hint: MALFORMED_HINT });
}

type Signer = (text: string) => string;

/**
 * Hex HMAC-SHA-256 over a JSON array, whose delimiters no field can imitate. Timestamp and sequence are digits, which
 * JSON writes as they are.
 */
function sign(signer: Signer, domain: string, timestamp: string, sequence: string, owner: string): string {
  return signer(`["waybill-context-1",${JSON.stringify(domain)},"${timestamp}","${sequence}",${owner}]`);
}

/** The owner's part of the signed JSON. */
function ownerText({ businessKey, principal }: ContextOwner): string {
  return `${JSON.stringify(businessKey)},${JSON.stringify(principal)}`;
}

/** Looks at every digit wherever the first difference is, so that a hash can't be guessed digit by digit. */
function sameDigits(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
