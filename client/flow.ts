import type { Answer } from '../contracts/answer.ts';
import type { ActionParts, RequestParts } from './request-parts.ts';

/** Walks one business flow: each answer brings the next step's id, so there is one minting call a flow. */
export class Flow {
  readonly #send: (parts: RequestParts) => Promise<Answer>;
  readonly #businessKey: string;
  #contextId: string;
  #parentId: string | null = null;

  constructor(send: (parts: RequestParts) => Promise<Answer>, businessKey: string, contextId: string) {
    this.#send = send;
    this.#businessKey = businessKey;
    this.#contextId = contextId;
  }

  /** The id that the next step will be sent under. */
  get contextId(): string {
    return this.#contextId;
  }

  /**
   * Sends the next step; one at a time. The flow goes on with the answer's `next_id`; where there is none (the id had
   * expired, say), or no answer came, it stays where it is.
   * @throws WaybillClientError as `WaybillClient.send` does.
   */
  async send(intent: string, action: ActionParts = {}): Promise<Answer> {
    const context = { id: this.#contextId, parent_id: this.#parentId, business_key: this.#businessKey };
    const answer = await this.#send({ ...action, intent, context });
    const nextId = answer.context?.next_id;
    if (nextId !== undefined) {
      this.#parentId = this.#contextId;
      this.#contextId = nextId;
    }
    return answer;
  }
}
