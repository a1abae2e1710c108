import { hash } from 'node:crypto';
import type { Answer } from '../../../contracts/answer.ts';
import type { Receipt } from '../../../contracts/receipt.ts';
import { actionDigestOf } from '../action-digest.ts';
import type { Checked } from '../find-mismatch.ts';
import { fitAnswer } from '../fit-answer.ts';
import type { Way } from '../way.ts';
import { digestOutcome } from './digest-outcome.ts';
import type { ReceiptSigner } from './receipt-signer.ts';

/** As long as any digest. */
const NO_DIGEST = '0'.repeat(64);
const AROUND = ',"receipt":""'.length;

export interface Receipted {
  /** The answer as JSON, within the client's limit. */
  readonly text: string;
  /** Undefined where the client has no room for a receipt, whatever else is left out. */
  readonly receiptId: string | undefined;
}

/** Fits an answer to the client with room for its receipt, and signs what is left: the digest is over what is sent. */
export async function attachReceipt(
  signer: ReceiptSigner,
  way: Way,
  id: string,
  answer: Answer,
  maxBytes: number,
): Promise<Receipted> {
  const claims = claimsOf(signer, way, id, answer);
  const keptBytes = signer.lengthOf(claims) + AROUND;
  const text = fitAnswer(answer, maxBytes, keptBytes);
  if (Buffer.byteLength(text) > maxBytes - keptBytes) return { text, receiptId: undefined };
  // `as`: the text is that of this answer
  const sent = (JSON.parse(text) as Answer).outcome;
  answer.outcome.receipt = await signer.sign({ ...claims, outcome_digest: digestOutcome(sent) });
  return { text: JSON.stringify(answer), receiptId: id };
}

function claimsOf(signer: ReceiptSigner, way: Way, id: string, { outcome, trace_id }: Answer): Receipt {
  return {
    version: 1,
    id,
    time: new Date().toISOString(),
    replica: signer.replica,
    trace_id,
    principal: way.principal.id,
    context_id: way.context?.id ?? '',
    domain: way.context?.domain ?? '',
    intent: way.intent?.declaration.key ?? '',
    target: way.route?.target.name ?? '',
    action_digest: actionDigestOf(way) ?? NO_DIGEST,
    prechecks: way.checked.map(describePrecheck),
    status: outcome.status,
    effect: outcome.effect,
    outcome_digest: NO_DIGEST,
  };
}

/** An identifier may be personal, or a handle: whoever has the request can digest it again, others learn nothing. */
function describePrecheck({ resource, observed }: Checked): Receipt['prechecks'][number] {
  return {
    type: resource.type,
    identifier_digest: hash('sha256', resource.identifier),
    expected_state: resource.state,
    actual_state: 'state' in observed ? observed.state : '',
  };
}
