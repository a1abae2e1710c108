import type { Acted } from '../../contracts/adapter.ts';
import { failure } from '../../contracts/failure.ts';
import type { Core } from './core.ts';
import type { Way } from './way.ts';

/** A throw is a bug, of ours or of an adapter: written down under an id, and told to the caller as that id only. */
export function broken(core: Core, way: Way, thrown: unknown, mayHaveActed = way.dispatched): Acted {
  const errorId = core.ids.spanId();
  core.journal.thrown(way.trace.traceId, errorId, thrown);
  return {
    effect: mayHaveActed ? 'unknown' : 'none',
    ...(mayHaveActed && { verification: { status: 'unknown', side_effects: [] } }),
    failure: failure('internal', `Something broke inside the service; error id ${errorId}`, {
      hint: mayHaveActed
        ? 'The action may have been dispatched: look whether it happened before any retry. The error id leads to the log line.'
        : 'Nothing was done. The error id leads to the log line.',
      details: { error_id: errorId },
    }),
  };
}
