import type { JsonObject } from '../../contracts/json.ts';

/** A schema of JSON Schema 2020-12. */
export type Schema = JsonObject | boolean;
