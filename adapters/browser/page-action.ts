import type { Call, IntentDeclaration } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import type { Effect } from '../../contracts/outcome.ts';
import type { Page } from './page.ts';

/** What one action on a page came to. Whoever holds the page adds the observed side effects and the stated post-conditions. */
export interface PageActed {
  readonly effect: Effect;
  readonly result?: JsonValue;
  /** What was seen to hold after the action; present: `verified`, unless a stated post-condition says otherwise. */
  readonly postCondition?: JsonObject;
  /** With a failure, `effect` says how far the action had come. */
  readonly failure?: Failure;
}

/** One intent that acts on one page which is already open, attached and guarded. */
export interface PageAction {
  readonly declaration: IntentDeclaration;
  /** True: it begins by leaving the document that is there, which may therefore be a forbidden or a crashed one. */
  readonly leavesPage?: boolean;
  act(page: Page, call: Call): Promise<PageActed>;
}
