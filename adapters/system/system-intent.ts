import type { Acted, AdapterHost, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';

/** One intent of the system adapter with its code. */
export interface SystemIntent {
  readonly declaration: IntentDeclaration;
  execute(call: Call, host: AdapterHost): Acted | Promise<Acted>;
}

/** What reading came to: nothing changed, and what was read is its own proof. */
export function readResult(result: JsonValue): Acted {
  return { effect: 'none', result, verification: { status: 'verified', side_effects: [] } };
}
