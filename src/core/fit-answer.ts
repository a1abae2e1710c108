import type { Answer } from '../../contracts/answer.ts';

/** The longest UTF-8 form of one UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Leaves out what is too large for the client; the effect stands as it was. Changes the answer to what is sent. `keptBytes`
 * are for what is put in later.
 */
export function fitAnswer(answer: Answer, maxBytes: number, keptBytes = 0): string {
  const text = JSON.stringify(answer);
  const room = maxBytes - keptBytes;
  if (text.length * MOST_BYTES_A_UNIT <= room || Buffer.byteLength(text) <= room) return text;
  const { outcome } = answer;
  delete outcome.receipt; // of an answer that is given again: what is left of it is not what was signed
  if (outcome.result !== undefined) {
    outcome.result_omitted = { bytes: Buffer.byteLength(JSON.stringify(outcome.result)), max_bytes: maxBytes };
    delete outcome.result;
    return fitAnswer(answer, maxBytes, keptBytes);
  }
  if (outcome.error?.details !== undefined) {
    delete outcome.error.details;
    return fitAnswer(answer, maxBytes, keptBytes);
  }
  return text;
}
