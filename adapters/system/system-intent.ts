import type { Acted, AdapterHost, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';

export interface SystemHost extends AdapterHost {
  /** Calls `end` when the target closes, unless what it returns was called before. */
  onClose(end: () => void): () => void;
}

/** One intent of the system adapter with its code. */
export interface SystemIntent {
  readonly declaration: IntentDeclaration;
  execute(call: Call, host: SystemHost): Acted | Promise<Acted>;
}

/** What reading came to: nothing changed, and what was read is its own proof. */
export function readResult(result: JsonValue): Acted {
  return { effect: 'none', result, verification: { status: 'verified', side_effects: [] } };
}
