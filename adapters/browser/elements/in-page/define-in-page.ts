import type { JsonValue } from '../../../../contracts/json.ts';
import type { Page } from '../../page.ts';
import type { Kit } from './kit.ts';
import { KIT_SOURCE } from './kit-source.ts';

/**
 * Makes a function that runs in the page, in our isolated world, with the kit as `this`. It travels as source text: it
 * may use its arguments, `this` and the language, and nothing else of its module.
 */
export function defineInPage<Args extends readonly JsonValue[], Result extends JsonValue>(
  run: (this: Kit, ...args: Args) => Result | Promise<Result>,
): (page: Page, ...args: Args) => Promise<Result> {
  const source = `(...args) => (${String(run)}).apply(${KIT_SOURCE}, args)`;
  return (page, ...args) => page.call<Result>(source, ...args);
}
