import { isRecord } from '../core/is-record.ts';
import { parseRange } from '../outbound/outbound-rules.ts';
import { type Finding, finding } from './finding.ts';

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** An entry that means nothing would leave closed what was to be open, or worse, be taken for something else. */
export function checkOutbound(outbound: unknown): Finding[] {
  if (!isRecord(outbound) || !Array.isArray(outbound.allow)) return [];
  return outbound.allow.flatMap((entry: unknown, index) =>
    typeof entry !== 'string' || isRight(entry)
      ? []
      : [
          finding(
            ['outbound', 'allow', index],
            'value',
            `"${entry}" is no range, address or host name`,
            'write 10.1.2.0/24, 10.1.2.3, fd00::/8 or idp.internal, without scheme, port and path',
          ),
        ],
  );
}

function isRight(entry: string): boolean {
  if (parseRange(entry) !== undefined) return true;
  // The last label of a name is never all digits: 10.1.2 and 10.1.2.0/33 are slips of the pen.
  return HOST_NAME.test(entry) && !/(^|\.)\d+\.?$/.test(entry);
}
