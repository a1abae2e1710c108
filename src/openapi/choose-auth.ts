import type { JsonObject } from '../../contracts/json.ts';
import { draftScheme, type SchemeDraft } from './draft-scheme.ts';
import { type Operation, toList, toObject } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow } from './resolve-reference.ts';

/** How a target proves who it is. */
export interface ChosenAuth {
  readonly auth?: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What the environment has to hold, by variable. */
  readonly variables: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** The operations that ask for something else, or for what can't be sent. */
  readonly leftOut: ReadonlyMap<Operation, string>;
}

/** A way to call an operation: the sorted names of the schemes that go together, as JSON. */
type Way = string;
const NOTHING: Way = '[]';

type Credentials = Omit<ChosenAuth, 'leftOut'>;
type Drafted = Credentials | { readonly unsupported: string };

const NO_SCHEME = 'the document describes no credentials; where the upstream asks for some, add auth';
const NO_CREDENTIALS: Credentials = { headers: {}, query: {}, variables: new Map(), notes: [] };

/**
 * The one way to prove who the target is that most operations take: a target has one. Those that take nothing of it are for a
 * target of their own.
 */
export function chooseAuth(
  document: OpenApiDocument,
  operations: readonly Operation[],
  prefix: string,
  baseUrl: string,
): ChosenAuth {
  const ways = new Map(operations.map((operation) => [operation, waysOf(document, operation)]));
  const drafts = new Map(mostTaken(ways).map((way) => [way, draftWay(document, way, prefix, baseUrl)]));
  const [chosen = NOTHING, credentials = NO_CREDENTIALS] = firstSupported(drafts);
  const leftOut = new Map<Operation, string>();
  const notes = chosen === NOTHING ? [NO_SCHEME] : [...credentials.notes];
  for (const [operation, taken] of ways) {
    if (taken.includes(chosen)) continue;
    if (!taken.includes(NOTHING)) leftOut.set(operation, whyNot(taken[0] ?? NOTHING, chosen, drafts));
    else notes.push(`${operation.name} needs no credentials, and is sent those of the target as every request is`);
  }
  return { ...credentials, notes, leftOut };
}

function mostTaken(ways: ReadonlyMap<Operation, readonly Way[]>): Way[] {
  const counts = new Map<Way, number>();
  for (const way of [...ways.values()].flat()) counts.set(way, (counts.get(way) ?? 0) + 1);
  counts.delete(NOTHING);
  return [...counts].sort(([, a], [, b]) => b - a).map(([way]) => way);
}

function firstSupported(drafts: ReadonlyMap<Way, Drafted>): readonly [] | readonly [Way, Credentials] {
  for (const [way, draft] of drafts) if (!('unsupported' in draft)) return [way, draft];
  return [];
}

function whyNot(wanted: Way, chosen: Way, drafts: ReadonlyMap<Way, Drafted>): string {
  const draft = drafts.get(wanted);
  if (draft !== undefined && 'unsupported' in draft) return draft.unsupported;
  return `it is called with ${tell(wanted)}, the other operations with ${tell(chosen)}: import it into a target of its own`;
}

/** The ways in which an operation may be called, the first as the document prefers; schemes that it does not describe are none. */
function waysOf(document: OpenApiDocument, { own }: Operation): readonly Way[] {
  const described = schemesOf(document);
  const ways = toList(own.security ?? document.root.security).map((way) =>
    JSON.stringify(
      Object.keys(toObject(way))
        .filter((name) => Object.hasOwn(described, name))
        .sort(),
    ),
  );
  return ways.length === 0 ? [NOTHING] : ways;
}

function schemesOf({ root }: OpenApiDocument): JsonObject {
  return toObject(toObject(root.components).securitySchemes);
}

function namesOf(way: Way): readonly string[] {
  return JSON.parse(way) as string[]; // `as`: written by waysOf
}

const tell = (way: Way): string => namesOf(way).join(' and ') || 'no credentials';

function draftWay(document: OpenApiDocument, way: Way, prefix: string, baseUrl: string): Drafted {
  const names = namesOf(way);
  const schemes = schemesOf(document);
  let whole: SchemeDraft = NO_CREDENTIALS;
  for (const name of names) {
    const followed = follow(document, schemes[name] ?? true);
    const scheme = 'value' in followed ? toObject(followed.value) : {};
    const draft = draftScheme(name, scheme, { prefix, baseUrl, isOnly: names.length === 1 });
    if ('unsupported' in draft) return draft;
    if (whole.auth !== undefined && draft.auth !== undefined)
      return { unsupported: `it needs both ${names.join(' and ')}` };
    whole = {
      ...whole,
      ...draft,
      headers: { ...whole.headers, ...draft.headers },
      query: { ...whole.query, ...draft.query },
      variables: new Map([...whole.variables, ...draft.variables]),
      notes: [...whole.notes, ...draft.notes],
    };
  }
  return whole;
}
