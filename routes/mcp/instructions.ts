import type { Hail } from '../../src/core/arrival.ts';
import type { Core } from '../../src/core/core.ts';
import { missingTargets } from '../../src/core/tools/missing-targets.ts';

const HOW_TO = `Each tool acts on a real system and answers with an outcome: fulfilled, partially_fulfilled or rejected.
- rejected: nothing was done. The text says what was expected, what was found, and what to do.
- partially_fulfilled: read the effect before you do anything again. "unknown": look at what is there first.
- Steps of one flow: pass the next_id of a result as waybill.context.id of the next call.
- What must not be done twice: pass a waybill.context.nonce of your own; the same call with it again gives the first answer.
- waybill.resources says what must be there, and in which state, before anything is done; waybill.mode "dry_run" only checks.`;

/** What a client tells its model of this server. */
export function instructionsFor(core: Core, { principal }: Pick<Hail, 'principal'>): string {
  const missing = missingTargets(core, principal.permissions).map(({ target }) => target);
  return missing.length === 0 ? HOW_TO : `${HOW_TO}\nNot reached yet, so without their tools: ${missing.join(', ')}.`;
}
