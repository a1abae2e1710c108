import type { Environment } from '@marcbachmann/cel-js';
import { CALL_VARIABLES, PROBE_VARIABLES } from '../../declarative/template-input.ts';
import { openLanguage } from '../../expressions/open-language.ts';

/** What expressions may read, by where they stand. */
export interface Languages {
  /** Of requests. */
  readonly call: Environment;
  /** Of what is read from an answer. */
  readonly answer: Environment;
  /** While an operation is looked after: `start` is the first answer, `response` the latest. */
  readonly poll: Environment;
  readonly probe: Environment;
  readonly observed: Environment;
  readonly health: Environment;
}

export function openLanguages(): Languages {
  return {
    call: openLanguage(CALL_VARIABLES),
    answer: openLanguage([...CALL_VARIABLES, 'response']),
    poll: openLanguage([...CALL_VARIABLES, 'start', 'response']),
    probe: openLanguage(PROBE_VARIABLES),
    observed: openLanguage([...PROBE_VARIABLES, 'response']),
    health: openLanguage(['response']),
  };
}
