import type { WebsocketPluginOptions } from '@fastify/websocket';
import { WebSocket } from 'ws';

type SocketClass = NonNullable<NonNullable<WebsocketPluginOptions['options']>['WebSocket']>;

/** The class of sockets that say why they close over a frame: ws sends the code alone, and no client knows our limit. */
export function namedCloses(frameBytes: number): SocketClass {
  // RFC 6455, section 7.4.1.
  const reasons: Readonly<Record<number, string>> = {
    1007: 'text frames must be UTF-8',
    1008: 'a message may not come in so many fragments',
    1009: `a message may have ${frameBytes} bytes (websocket.frame_bytes)`,
  };
  const named = class extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      super.close(code, reason ?? (code === undefined ? undefined : reasons[code]));
    }
  };
  // `as`: what the types lack (Server and the like) are members of the class in ws, which a subclass inherits
  return named as unknown as SocketClass;
}
