import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { BridgeConnection } from './bridge-connection.ts';
import type { BridgeSettings, Hello } from './bridge-settings.ts';
import { describeClose, describeError } from './describe-end.ts';
import { parseMessage } from './parse-message.ts';

/** For the connection, the handshake and the hello together. */
const OPEN_LIMIT_MS = 3000;
/** A bridge that closes and leaves its end open is not waited for. */
const CLOSE_LIMIT_MS = 1000;

/** Connects to the bridge. A text: why that came to nothing. `onEnd` is called once, when the connection is over. */
export function openBridge(
  settings: BridgeSettings,
  signal: AbortSignal,
  onEnd: (why: string) => void,
): Promise<BridgeConnection | string> {
  return new Promise((resolve) => {
    const socket = startSocket(settings);
    const fail = (why: string): void => {
      stopListening();
      socket.on('error', () => undefined); // of ending it before it was open
      socket.terminate();
      resolve(why);
    };
    const succeed = (transport: Socket): void => {
      stopListening();
      resolve(new BridgeConnection(socket, transport, settings, onEnd));
    };
    const stopListening = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
    };
    const onAbort = (): void => fail('the target was closed');
    const timer = setTimeout(fail, OPEN_LIMIT_MS, `it did not answer within ${OPEN_LIMIT_MS} ms`);
    timer.unref();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => fail(describeError(error)));
    socket.once('close', (code, reason) => fail(settings.hideSecrets(describeClose(code, reason))));
    socket.once('upgrade', ({ socket: transport }) => {
      socket.once('open', () => greet(socket, settings.hello, () => succeed(transport)));
    });
  });
}

function startSocket({ url, headers, subprotocol, maxMessageBytes }: BridgeSettings): WebSocket {
  const options = {
    headers: { ...headers },
    maxPayload: maxMessageBytes,
    closeTimeout: CLOSE_LIMIT_MS,
    // Some bytes of deflate become gigabytes.
    perMessageDeflate: false,
    // The headers are for the configured address alone.
    followRedirects: false,
  };
  return new WebSocket(url, subprotocol === undefined ? [] : [subprotocol], options);
}

function greet(socket: WebSocket, hello: Hello | undefined, done: () => void): void {
  if (hello !== undefined) socket.send(hello.text);
  const until = hello?.until;
  if (until === undefined) done();
  else
    socket.on('message', (data, isBinary) => {
      const parsed = isBinary ? 'binary' : parseMessage(data);
      if (typeof parsed !== 'string' && until.judge(parsed) === true) done();
    });
}
