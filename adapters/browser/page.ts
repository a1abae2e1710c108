import type { JsonValue } from '../../contracts/json.ts';
import type { CdpSession } from './cdp/cdp-session.ts';

/**
 * One attached page of a browser in the hands of one request: a CDP session on one target. A command that fails throws
 * `CdpError`, of reason `aborted` as soon as the request is stopped, so that whoever holds a page needs no signal of its
 * own; `translate-cdp-error.ts` makes failures of them.
 */
export interface Page extends Pick<CdpSession, 'send' | 'on'> {
  readonly targetId: string;
  /**
   * Calls a function, given as source text, in an isolated world of the main frame, where the page's own scripts
   * cannot see or change it. Arguments and result travel as JSON.
   */
  call<T extends JsonValue>(functionSource: string, ...args: readonly JsonValue[]): Promise<T>;
}
