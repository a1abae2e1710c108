import type { Answer } from '../../contracts/answer.ts';
import type { ENCODINGS } from '../../contracts/capabilities.ts';

/** An answer as a transport sends it. */
export interface Answered {
  readonly answer: Answer;
  /** The answer as JSON, in the shape of its transport, within the client's `max_payload_size`. */
  readonly text: string;
  readonly http: number;
  /** Of the request that it answers: the answer itself may be an earlier one's. */
  readonly traceId: string;
  readonly resourceStatus: string;
  readonly preferredEncoding: (typeof ENCODINGS)[number];
}
