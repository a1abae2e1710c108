import { isRecord } from '../core/is-record.ts';
import { publicJwk, readSigningKey } from '../core/receipts/signing-key.ts';
import { type Finding, finding } from './finding.ts';

/** The key that signs is one, and no two keys go by one id. What stands there is never shown. */
export function checkReceipts(receipts: unknown): Finding[] {
  if (!isRecord(receipts) || typeof receipts.key !== 'string' || receipts.key === '') return [];
  const key = readSigningKey(receipts.key);
  if (key === undefined) {
    const message = 'expected a private Ed25519 key, as JWK or PKCS#8 PEM; found text that is none (not shown)';
    return [finding(['receipts', 'key'], 'value', message, 'make one with: waybill receipt key')];
  }
  const { kid } = publicJwk(key, typeof receipts.key_id === 'string' ? receipts.key_id : undefined);
  const retired: readonly unknown[] = Array.isArray(receipts.retired) ? receipts.retired : [];
  const ids = [kid, ...retired.map((retiredKey) => (isRecord(retiredKey) ? retiredKey.kid : undefined))];
  return ids.flatMap((id, index) =>
    id === undefined || ids.indexOf(id) === index
      ? []
      : [
          finding(
            ['receipts', 'retired', index - 1, 'kid'],
            'value',
            'another key has this id already',
            'leave out the one that signs',
          ),
        ],
  );
}
