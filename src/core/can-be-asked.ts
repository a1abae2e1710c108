import type { Asking, InputRequests } from '../../contracts/asking.ts';
import { isRecord } from './is-record.ts';

/** Whether a caller has declared that it can be asked all of this. */
export function canBeAsked({ capabilities }: Asking, requests: InputRequests): boolean {
  return Object.values(requests).every(({ method, params }) => {
    const declared = capabilities[method.slice(0, method.indexOf('/'))];
    return isRecord(declared) && (params?.mode !== 'url' || declared.url !== undefined);
  });
}
