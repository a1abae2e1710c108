import type { Contradictions, Offers } from '../catalogue.ts';
import type { ContextIds } from '../context-ids.ts';
import type { RouteTable } from '../route-table.ts';
import type { CompileSchema } from '../schema-validator.ts';
import { compileV1Actions, type V1Actions, type V1Policy } from './compile-actions.ts';
import { createV1Reader, type ReadV1Action } from './read-action.ts';

/** The door for the old action style, where the configuration opens it. */
export interface V1Door {
  readonly actions: V1Actions;
  readonly read: ReadV1Action;
}

/** Returns the problems where a configured action could never be done. */
export function compileV1Door(
  policy: V1Policy,
  offers: Offers,
  routes: RouteTable,
  contexts: ContextIds,
  compile: CompileSchema,
): V1Door | Contradictions {
  const actions = compileV1Actions(policy, offers, routes);
  return 'problems' in actions ? actions : { actions, read: createV1Reader(compile, actions, contexts, policy.domain) };
}
