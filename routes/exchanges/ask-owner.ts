import { type IncomingMessage, request as openRequest } from 'node:http';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { Caller } from '../../src/core/caller.ts';

/** Not a public path: what is forwarded by mistake to a public listener finds nothing there, and can't go in circles. */
export const INTERNAL_PATH = '/exchanges';
/** Names the process that answers. Without it, something else has taken the address over. */
export const BOOT_HEADER = 'waybill-boot';

/** Within a cluster a connection takes milliseconds; a host that is gone never answers. */
const CONNECT_MS = 2000;
/** For the way there and back, beside the wait itself. */
const MARGIN_MS = 5000;
const RETRY_AFTER_MS = 1000;

export interface OwnersErrand {
  readonly method: string;
  /** Of the owner, out of the sealed ticket: never from anything that a client can choose. */
  readonly address: string;
  /** The ticket, and what comes after it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the owner may take beside the way. */
  readonly waitMs: number;
}

/** What the replica that runs an exchange answers, once its head is there; undefined where it can't be had. */
export function askOwner(errand: OwnersErrand, asker: Caller): Promise<IncomingMessage | undefined> {
  const { method, address, path, headers, body, waitMs } = errand;
  return new Promise((resolve) => {
    const outgoing = openRequest(`http://${address}${INTERNAL_PATH}/${path}`, { method, agent: false, headers });
    const giveUp = (): void => void outgoing.destroy();
    let timer = setTimeout(giveUp, CONNECT_MS);
    const settle = (answer: IncomingMessage | undefined): void => {
      clearTimeout(timer);
      asker.onLeave(undefined);
      resolve(answer);
    };
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, waitMs + MARGIN_MS);
      }),
    );
    outgoing.once('response', (answer) => {
      if (answer.headers[BOOT_HEADER] === undefined) return giveUp();
      answer.setTimeout(MARGIN_MS, giveUp);
      return settle(answer);
    });
    outgoing.on('error', () => settle(undefined));
    outgoing.once('close', () => settle(undefined));
    asker.onLeave(giveUp);
    outgoing.end(body);
  });
}

export function ownerUnreachable(): Failure {
  return failure('owner_unreachable', 'The replica that runs the exchange cannot be reached', {
    retryAfterMs: RETRY_AFTER_MS,
    hint: 'It may still run. Poll again, until the ticket expires.',
  });
}
