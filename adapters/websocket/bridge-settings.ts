import type { HideSecrets } from '../../declarative/hide-secrets.ts';
import type { Condition } from '../../expressions/compile-condition.ts';
import type { DroppedMessages } from './dropped-messages.ts';
import type { ReadMessage } from './read-message.ts';

/** What a connection to the bridge goes by. */
export interface BridgeSettings {
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly subprotocol: string | undefined;
  readonly hello: Hello | undefined;
  readonly readMessage: ReadMessage;
  readonly heartbeatMs: number;
  readonly maxMessageBytes: number;
  readonly maxInFlight: number;
  readonly maxSendBufferBytes: number;
  readonly dropped: DroppedMessages;
  /** For what the bridge says in its own words. */
  readonly hideSecrets: HideSecrets;
}

export interface Hello {
  readonly text: string;
  /** True of the message that makes the connection usable. */
  readonly until: Condition | undefined;
}
