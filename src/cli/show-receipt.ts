import type { VerifiedReceipt } from '../core/receipts/verify-receipt.ts';
import { printable } from './printable.ts';

/** A receipt that was found in order, as lines for a person: what it proves, what it says, and what it does not prove. */
export function showReceipt({ receipt, keyId }: VerifiedReceipt): string[] {
  const { prechecks } = receipt;
  const lines = [
    'The receipt is genuine, and of this answer.',
    `  signed by      key ${keyId}, as replica ${receipt.replica}, at ${receipt.time}`,
    `  asked by       ${receipt.principal}, in ${receipt.context_id}`,
    `  acted          ${receipt.intent} at ${receipt.target} (action ${receipt.action_digest})`,
    ...prechecks.map(
      (found) => `  found before   ${found.type} ${found.actual_state}, expected ${found.expected_state}`,
    ),
    `  came to        ${receipt.status}, effect ${receipt.effect}`,
    `  trace          ${receipt.trace_id}`,
    'It proves that a holder of that key gave exactly this outcome to exactly this action, and when by its own clock.',
    'It does not prove what the target did: outcome.verification says how far that was looked at.',
  ];
  return lines.map(printable);
}
