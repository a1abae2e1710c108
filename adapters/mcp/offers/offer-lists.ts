import type { JsonObject } from '../../../contracts/json.ts';

/** What a server offers beside its tools, as it says itself; a list is undefined where it has nothing of the kind. */
export interface OfferLists {
  readonly resources?: readonly JsonObject[];
  readonly resourceTemplates?: readonly JsonObject[];
  readonly prompts?: readonly JsonObject[];
  readonly completes: boolean;
  readonly instructions?: string;
}
