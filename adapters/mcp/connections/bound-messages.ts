const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** An answer that breaks off once a message in it is too large. In a stream of events an empty line ends a message. */
export function boundMessages(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const meter = new MessageMeter(isStream);
  const bounded = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        if (meter.longest(chunk) > maxBytes) controller.error(new Error(`A message has more than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, { status, statusText, headers });
}

/** Counts the bytes of the message that is being read. */
class MessageMeter {
  readonly #isStream: boolean;
  #bytes = 0;
  #isLineEmpty = true;

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  /** Of the messages that a chunk belongs to, the length of the longest so far. */
  longest(chunk: Uint8Array): number {
    if (!this.#isStream) {
      this.#bytes += chunk.length;
      return this.#bytes;
    }
    let longest = 0;
    for (const byte of chunk) {
      this.#bytes += 1;
      longest = Math.max(longest, this.#bytes);
      this.#take(byte);
    }
    return longest;
  }

  #take(byte: number): void {
    if (byte === CARRIAGE_RETURN) return;
    if (byte !== LINE_FEED) {
      this.#isLineEmpty = false;
      return;
    }
    if (this.#isLineEmpty) this.#bytes = 0;
    this.#isLineEmpty = true;
  }
}
