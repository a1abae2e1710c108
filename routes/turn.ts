import type { FastifyInstance } from 'fastify';

type Step = () => void;

/**
 * Does together what is alike in one turn of the event loop: all that has come is read, then all of it is answered, then all
 * that is answered is sent. From end to end, one request after another, each part would find the processor's caches filled by
 * the others, and took almost twice as long: docs/decisions/2026-12-01-requests-of-one-turn.md.
 */
export class Turn {
  #toAnswer: Step[] = [];
  /** Undefined as long as nothing is being answered. */
  #toSend: Step[] | undefined;

  /** Calls `answer` once all else that has come is read. */
  answer(answer: Step): void {
    if (this.#toAnswer.push(answer) === 1) setImmediate(this.#end);
  }

  /** Calls `send` once all else that was read is answered; at once for what took longer than its turn. */
  send(send: Step): void {
    if (this.#toSend === undefined) send();
    else this.#toSend.push(send);
  }

  readonly #end = (): void => {
    const toAnswer = this.#toAnswer;
    const toSend: Step[] = [];
    this.#toAnswer = [];
    this.#toSend = toSend;
    for (const answer of toAnswer) answer();
    this.#toSend = undefined;
    for (const send of toSend) send();
  };
}

/** Has requests wait for the others of their turn, and their answers too. */
export function takeTurns(app: FastifyInstance): void {
  const turn = new Turn();
  app.addHook('preHandler', (_request, _reply, next) => turn.answer(next));
  app.addHook('onSend', (_request, _reply, _payload, next) =>
    turn.send(() => {
      try {
        next();
      } catch (thrown) {
        // Fastify, which has returned by now, does not catch what Node throws at a head that it can't write.
        next(thrown as Error); // `as`: Node throws nothing else
      }
    }),
  );
}
