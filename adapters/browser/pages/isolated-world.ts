import type { JsonValue } from '../../../contracts/json.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';

const WORLD_NAME = 'waybill';
/** A navigation may replace the document between asking for a world and using it; more often than this is no accident. */
const MAX_TRIES = 4;

/** Calls functions in the main frame, in a world of our own: a page cannot redefine what they rely on. */
export class IsolatedWorld {
  readonly #session: CdpSession;
  readonly #targetId: string;
  #contextId: number | undefined;

  constructor(session: CdpSession, targetId: string) {
    this.#session = session;
    this.#targetId = targetId;
  }

  async call(functionSource: string, args: readonly JsonValue[]): Promise<JsonValue> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#callOnce(functionSource, args);
      } catch (error) {
        this.#contextId = undefined;
        if (tries === MAX_TRIES || !neverStarted(error)) throw error;
      }
    }
  }

  async #callOnce(functionSource: string, args: readonly JsonValue[]): Promise<JsonValue> {
    this.#contextId ??= await this.#createWorld();
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      functionDeclaration: functionSource,
      executionContextId: this.#contextId,
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) {
      const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new CdpError('threw', 'Runtime.callFunctionOn', text);
    }
    // `as`: the value was returned by value, so it is what JSON can hold.
    return (result.value ?? null) as JsonValue;
  }

  async #createWorld(): Promise<number> {
    // A page's main frame has the id of its target.
    const world = await this.#session.send('Page.createIsolatedWorld', {
      frameId: this.#targetId,
      worldName: WORLD_NAME,
    });
    return world.executionContextId;
  }
}

/** The world was gone before the call began, so calling again cannot act twice. */
function neverStarted(error: unknown): boolean {
  return (
    error instanceof CdpError &&
    error.reason === 'refused' &&
    /Cannot find context|No frame for given id/.test(error.message)
  );
}
