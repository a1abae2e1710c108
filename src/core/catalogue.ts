import { isDeepStrictEqual } from 'node:util';
import type { Adapter, Catalogue, IntentDeclaration, ResourceTypeDeclaration } from '../../contracts/adapter.ts';
import type { Gate } from './gate/gate.ts';
import { isRecord } from './is-record.ts';
import type { CheckSchema, CompileSchema } from './schema-validator.ts';

/** One configured upstream, open. */
export interface Target {
  readonly name: string;
  readonly adapter: Adapter;
  /** Undefined: the target is in this process, and bears whatever the process bears. */
  readonly gate: Gate | undefined;
}

export interface CompiledIntent {
  readonly declaration: IntentDeclaration;
  readonly checkPayload: CheckSchema;
  readonly checkResult: CheckSchema;
  /** Payload properties that guards read and the intent itself does not know. */
  readonly forGuards: readonly string[];
}

export interface OfferedResourceType {
  readonly declaration: ResourceTypeDeclaration;
  /** The targets that can look at such a resource, in config order. */
  readonly targets: readonly Target[];
}

/** Everything that the open targets offer, compiled once. */
export interface Offers {
  readonly targets: ReadonlyMap<string, Target>;
  readonly intents: ReadonlyMap<string, CompiledIntent>;
  readonly resourceTypes: ReadonlyMap<string, OfferedResourceType>;
  readonly catalogue: Catalogue;
  /** What targets have come with late and others had declared before, in sentences. */
  readonly leftOut: readonly string[];
}

/** Why targets and routes don't go together, in sentences. */
export interface Contradictions {
  readonly problems: readonly string[];
}

/** Whether a target may learn what it offers only after the start: nobody who wrote the configuration can have known it. */
export function isLate({ adapter }: Target): boolean {
  return adapter.watchDeclarations !== undefined;
}

/** Returns the problems where two targets offer the same name and mean different things by it. */
export function compileOffers(
  targets: readonly Target[],
  compile: CompileSchema,
  forGuards: readonly string[] = [],
): Offers | Contradictions {
  const leftOut: string[] = [];
  const intents = gather(
    targets,
    leftOut,
    (target) => target.adapter.intents,
    (intent) => intent.key,
  );
  const types = gather(
    targets,
    leftOut,
    (target) => target.adapter.resourceTypes,
    (type) => type.type,
  );
  const problems = [...conflicts(intents), ...conflicts(types)];
  if (problems.length > 0) return { problems };
  return {
    targets: new Map(targets.map((target) => [target.name, target])),
    intents: new Map(
      [...intents].map(([key, { declaration }]) => [key, compileIntent(declaration, compile, forGuards)]),
    ),
    resourceTypes: new Map([...types].map(([type, { declaration, targets }]) => [type, { declaration, targets }])),
    catalogue: { intents: listed(intents), resourceTypes: listed(types) },
    leftOut,
  };
}

interface Offered<Declaration> {
  readonly declaration: Declaration;
  readonly targets: Target[];
  readonly others: Declaration[];
}

/** Of targets that come late, what is declared otherwise already is left out. */
function gather<Declaration>(
  targets: readonly Target[],
  leftOut: string[],
  declared: (target: Target) => readonly Declaration[],
  nameOf: (declaration: Declaration) => string,
): Map<string, Offered<Declaration>> {
  const gathered = new Map<string, Offered<Declaration>>();
  const inOrder = [...targets].sort((left, right) => Number(isLate(left)) - Number(isLate(right)));
  for (const target of inOrder) {
    for (const declaration of declared(target)) {
      const name = nameOf(declaration);
      const entry = gathered.get(name);
      if (entry === undefined) gathered.set(name, { declaration, targets: [target], others: [] });
      else if (isLate(target) && !isDeepStrictEqual(declaration, entry.declaration)) {
        leftOut.push(`${name} of the target ${target.name} is declared otherwise by ${entry.targets[0]?.name}`);
      } else {
        entry.targets.push(target);
        entry.others.push(declaration);
      }
    }
  }
  return gathered;
}

function conflicts<Declaration>(gathered: ReadonlyMap<string, Offered<Declaration>>): string[] {
  return [...gathered]
    .filter(([, { declaration, others }]) => !others.every((other) => isDeepStrictEqual(other, declaration)))
    .map(
      ([name, { targets }]) =>
        `${name} is declared differently by the targets ${targets.map((target) => target.name).join(', ')}`,
    );
}

function compileIntent(
  declaration: IntentDeclaration,
  compile: CompileSchema,
  forGuards: readonly string[],
): CompiledIntent {
  const { properties } = declaration.payload as { readonly properties?: unknown }; // `as`: a schema may have any keyword
  const own = isRecord(properties) ? properties : {};
  return {
    declaration,
    checkPayload: compile(declaration.payload),
    checkResult: compile(declaration.result),
    forGuards: forGuards.filter((name) => !Object.hasOwn(own, name)),
  };
}

function listed<Declaration extends object>(gathered: Map<string, Offered<Declaration>>) {
  return [...gathered.values()].map(({ declaration, targets }) => ({
    ...declaration,
    targets: targets.map((target) => target.name),
  }));
}
