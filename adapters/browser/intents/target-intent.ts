import type { Acted, Call, IntentDeclaration } from '../../../contracts/adapter.ts';
import type { ConnectedBrowser } from '../connected-browser.ts';

/** One intent about pages as a whole, where no page need be there yet. */
export interface TargetIntent {
  readonly declaration: IntentDeclaration;
  execute(browser: ConnectedBrowser, call: Call): Promise<Acted>;
}
