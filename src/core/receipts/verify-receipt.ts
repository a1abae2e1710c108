import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import type { Outcome } from '../../../contracts/outcome.ts';
import { Receipt } from '../../../contracts/receipt.ts';
import { isRecord } from '../is-record.ts';
import { createSchemaCompiler } from '../schema-validator.ts';
import { digestOutcome } from './digest-outcome.ts';
import { RECEIPT_ALGORITHM, RECEIPT_TYPE } from './receipt-signer.ts';

export interface VerifiedReceipt {
  readonly receipt: Receipt;
  readonly keyId: string;
}

/** The receipt of an answer once nothing about it is wrong, or in words what is. */
export async function verifyReceipt(
  answer: Readonly<Record<string, unknown>>,
  jwks: JSONWebKeySet,
): Promise<VerifiedReceipt | { readonly wrong: string }> {
  const { outcome } = answer;
  if (!isRecord(outcome)) return { wrong: 'there is no outcome in it, so it is no answer' };
  if (typeof outcome.receipt !== 'string') return { wrong: 'the outcome has no receipt' };
  const verified = await verifySignature(outcome.receipt, jwks);
  if ('wrong' in verified) return verified;
  // `as`: digested as it is, whatever it may be
  if (digestOutcome(outcome as unknown as Outcome) !== verified.receipt.outcome_digest) {
    return { wrong: 'the receipt is genuine, but of another outcome, or this one was changed' };
  }
  const differing = findDifference(answer, verified.receipt);
  return differing === undefined
    ? verified
    : { wrong: `the receipt is genuine, but ${differing} of the answer is not what it says` };
}

async function verifySignature(
  token: string,
  jwks: JSONWebKeySet,
): Promise<VerifiedReceipt | { readonly wrong: string }> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, createLocalJWKSet(jwks), {
      algorithms: [RECEIPT_ALGORITHM],
    });
    if (protectedHeader.typ !== RECEIPT_TYPE) return { wrong: 'it is signed, but it is no receipt' };
    const receipt: unknown = JSON.parse(Buffer.from(payload).toString());
    if (createSchemaCompiler()(Receipt)(receipt, false) !== undefined) {
      return { wrong: 'it is signed, but of a form that this version does not know' };
    }
    // `as`: the schema that just accepted it is the one the type is inferred from
    return { receipt: receipt as Receipt, keyId: protectedHeader.kid ?? '' };
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return { wrong: 'it names a key that is not among those given' };
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return { wrong: 'the signature is not by the key that it names' };
    }
    return { wrong: 'it can not be read as a signed receipt, or the key can not be used' };
  }
}

/** What stands in the answer beside its outcome. */
function findDifference({ intent, context, trace_id }: Readonly<Record<string, unknown>>, receipt: Receipt) {
  if (trace_id !== receipt.trace_id) return 'trace_id';
  if (!isRecord(context) || context.id !== receipt.context_id) return 'context.id';
  const { type, sub_type } = isRecord(intent) ? intent : {};
  const key = sub_type === undefined ? type : `${String(type)}.${String(sub_type)}`;
  return key === receipt.intent ? undefined : 'intent';
}
