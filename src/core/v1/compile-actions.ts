import type { ErrorObject } from 'ajv';
import type { V1Action } from '../../../contracts/config/v1.ts';
import { isFailure } from '../../../contracts/failure.ts';
import type { CompiledIntent, Contradictions, Offers } from '../catalogue.ts';
import { findRoute } from '../find-route.ts';
import { nearest } from '../nearest.ts';
import { translateSchemaErrors } from '../problems.ts';
import type { RouteTable } from '../route-table.ts';
import { BUILTIN_ACTIONS } from './builtin-actions.ts';

/** What the configuration says of the door for the old action style. */
export interface V1Policy {
  /** Context domain of the requests that actions become. */
  readonly domain: string;
  /** Beside the built-in actions, which they override. */
  readonly actions: ReadonlyMap<string, V1Action>;
}

/** One action of the old style, and what it becomes. */
export interface CompiledAction {
  readonly name: string;
  readonly mapping: V1Action;
  /** Payload property by name of the argument. */
  readonly args: ReadonlyMap<string, string>;
  /** Undefined: no target here offers it, or none does yet. */
  readonly intent: CompiledIntent | undefined;
}

export type V1Actions = ReadonlyMap<string, CompiledAction>;

/** Returns the problems of configured actions that could never be done. */
export function compileV1Actions(policy: V1Policy, offers: Offers, routes: RouteTable): V1Actions | Contradictions {
  const problems = [...policy.actions].flatMap(([name, mapping]) =>
    findProblems(mapping, policy.domain, offers, routes).map((problem) => `v1.actions.${name}: ${problem}`),
  );
  if (problems.length > 0) return { problems };
  const mappings = new Map([...Object.entries(BUILTIN_ACTIONS), ...policy.actions]);
  return new Map([...mappings].map(([name, mapping]) => [name, compileAction(name, mapping, offers)]));
}

function compileAction(name: string, mapping: V1Action, offers: Offers): CompiledAction {
  const args = new Map(Object.entries(mapping.args ?? {}));
  return { name, mapping, args, intent: offers.intents.get(mapping.intent) };
}

function findProblems(mapping: V1Action, domain: string, offers: Offers, routes: RouteTable): string[] {
  const intent = offers.intents.get(mapping.intent);
  if (intent === undefined) {
    if ([...offers.targets.values()].some(({ adapter }) => adapter.undeclared?.() !== undefined)) return [];
    const [suggestion] = nearest(mapping.intent, offers.intents.keys(), 1);
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    return [`no target offers the intent ${mapping.intent}${hint}`];
  }
  const route = findRoute(routes, mapping.intent, domain);
  return [
    ...(isFailure(route) ? [`${route.message}. ${route.hint}`] : []),
    ...findUnknownResource(mapping, offers),
    ...findMissingResources(mapping, intent),
    ...findMisfits(mapping, intent),
  ];
}

function findUnknownResource({ resource }: V1Action, offers: Offers): string[] {
  if (resource === undefined) return [];
  const known = offers.resourceTypes.get(resource.type)?.declaration;
  if (known === undefined) {
    return [
      `no target knows resources of type ${resource.type}; known: ${[...offers.resourceTypes.keys()].join(', ')}`,
    ];
  }
  if (known.states.includes(resource.state)) return [];
  return [`a ${resource.type} is never ${resource.state}; its states: ${known.states.join(', ')}`];
}

/** An action has one selector, so one resource. */
function findMissingResources({ resource }: V1Action, { declaration }: CompiledIntent): string[] {
  const missing = declaration.requires.filter((type) => type !== resource?.type);
  if (missing.length === 0) return [];
  return [`${declaration.key} acts on ${missing.join(' and ')}, and no selector becomes one: say so under resource`];
}

/** Properties that the intent's payload does not have, and fixed values that do not fit it. */
function findMisfits({ args = {}, selector_as, payload = {} }: V1Action, { checkPayload }: CompiledIntent): string[] {
  const named = [...Object.values(args), ...(selector_as === undefined ? [] : [selector_as])];
  const probe = { ...Object.fromEntries(named.map((property) => [property, null])), ...payload };
  const isOurs = ({ schemaPath, instancePath }: ErrorObject): boolean => {
    if (schemaPath === '#/additionalProperties') return true;
    // What the client is yet to send is missing, or null as a stand-in: only the fixed values can be judged.
    return schemaPath.startsWith('#/properties/') && Object.hasOwn(payload, instancePath.split('/')[1] ?? '');
  };
  const errors = (checkPayload(probe, true) ?? []).filter(isOurs);
  return translateSchemaErrors(errors, '/payload').map(({ message, hint }) =>
    hint === undefined ? message : `${message}; ${hint}`,
  );
}
