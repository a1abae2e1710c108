import type { OptionProblem } from '../../contracts/adapter.ts';
import type { WebSocketOptions } from './websocket-options.ts';

/** What makes a handshake of a request (RFC 6455 §4.1), and what would give it a body. */
const OURS = /^(connection|content-length|sec-websocket-.*|te|trailer|transfer-encoding|upgrade)$/i;

export function checkHeaders({ headers = {}, bearer }: WebSocketOptions): OptionProblem[] {
  return Object.keys(headers).flatMap((name): OptionProblem[] => {
    const path = ['headers', name];
    if (/^authorization$/i.test(name) && bearer !== undefined) {
      return [{ path, message: `the header "${name}" is what bearer stands for`, hint: 'leave one of the two out' }];
    }
    if (!OURS.test(name)) return [];
    const hint = /protocol$/i.test(name) ? 'leave it out, and name the subprotocol as subprotocol' : 'leave it out';
    return [{ path, message: `the header "${name}" is set by the service`, hint }];
  });
}
