import type { Progress } from '../contracts/progress.ts';
import type { ContextClaim, Intent } from '../contracts/request.ts';
import type { Resource } from '../contracts/resource.ts';

/** What is wanted, on what, with which data. */
export interface ActionParts {
  readonly resources?: readonly Resource[];
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly mode?: NonNullable<Intent['mode']>;
  readonly priority?: NonNullable<Intent['priority']>;
  /** Makes the action single-use: new for every action. Then it is sent again by itself where its answer is lost. */
  readonly nonce?: string;
  /** The action's own time limit at the service. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Hears how far a running action is, as far as the service tells. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface RequestParts extends ActionParts {
  /** `type` or `type.sub_type`. */
  readonly intent: string;
  readonly context: ContextClaim;
}
