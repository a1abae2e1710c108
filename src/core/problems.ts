import type { ErrorObject } from 'ajv';
import { type Failure, failure, type Problem } from '../../contracts/failure.ts';
import { clip } from './clip.ts';
import { isRecord } from './is-record.ts';
import { nearest } from './nearest.ts';
import { sayLimit } from './say-limit.ts';

/** A body with thousands of problems is told the first ones. */
const MOST_PROBLEMS = 50;
/** Characters of a wrong word that a message repeats. */
const MOST_QUOTED = 64;

/** Words that people try, and the right ones: too far apart for a spelling suggestion. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    name: ['identifier'],
    id: ['identifier'],
    selector: ['identifier'],
    target: ['identifier'],
    element: ['selector'],
    capabilities: ['client_capabilities', 'client'],
    params: ['payload', 'args'],
    payload: ['args'],
    args: ['payload'],
    data: ['payload', 'args'],
    action: ['intent'],
    intent: ['action'],
    session_id: ['context'],
    context_id: ['context', 'session_id'],
    context: ['session_id'],
    subtype: ['sub_type'],
  }),
);

/** Parts of the contract that this version can't do: refused by name, never ignored. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  '/context/approval': 'approvals (context.approval) are not offered by this version',
  '/intent/mode plan': 'mode "plan" is not offered by this version; dry_run checks a request without acting',
};

/**
 * Schema errors as a caller reads them. `at` is the JSON pointer under which the checked value stands; no value below
 * one (of a payload, of a result) is quoted: it may be a secret, and messages reach the log.
 */
export function translateSchemaErrors(errors: readonly ErrorObject[], at = ''): Problem[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath);
  return errors
    .filter((error) => !unions.some((path) => error.schemaPath.startsWith(`${path}/`)))
    .slice(0, MOST_PROBLEMS)
    .map((error) => translateError(error, at));
}

/** The problems of the request's own shape as one failure: `invalid_request`, or `missing_capability`. */
export function invalidRequest(problems: readonly Problem[]): Failure {
  const [first] = problems;
  const lacking = problems.find((problem) => problem.message.startsWith('missing client_capabilities'));
  const leading = lacking ?? first;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more: see details.problems)` : '';
  return failure(
    lacking === undefined ? 'invalid_request' : 'missing_capability',
    `${leading?.message ?? 'The request does not fit the contract'}${more}`,
    {
      ...(leading !== undefined && { field: dottedPath(leading.pointer) }),
      ...(leading?.hint !== undefined && { hint: leading.hint }),
      details: { problems: problems.map((problem) => ({ ...problem })) },
    },
  );
}

/** `client_capabilities.os` for `/client_capabilities/os`. */
export function dottedPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function translateError(error: ErrorObject, at: string): Problem {
  const pointer = clip(at + error.instancePath);
  switch (error.keyword) {
    case 'required':
      return missing(`${pointer}/${escapePointer(String(error.params.missingProperty))}`, error);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownProperty(
        pointer,
        String(error.params.additionalProperty ?? error.params.unevaluatedProperty),
        error,
      );
    case 'enum':
      return notAllowed(pointer, error, at === '');
    case 'type':
      return { pointer, message: `${name(pointer)} must be ${error.params.type}, found ${typeName(error.data)}` };
    case 'anyOf':
      return withHint(
        { pointer, message: `${name(pointer)} has none of the allowed forms, found ${typeName(error.data)}` },
        describe(error),
      );
    default:
      return withHint(
        { pointer, message: `${name(pointer)} ${sayLimit(error)}${quote(error, at === '')}` },
        describe(error),
      );
  }
}

function missing(pointer: string, error: ErrorObject): Problem {
  const property = String(error.params.missingProperty);
  const about: unknown = error.parentSchema?.properties?.[property];
  return withHint({ pointer, message: `missing ${dottedPath(pointer)}` }, describeSchema(about));
}

/** The description of a property, else what it may be. */
function describeSchema(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (typeof schema.description === 'string') return schema.description;
  return Array.isArray(schema.enum) ? `one of ${schema.enum.map(String).join(', ')}` : undefined;
}

function unknownProperty(parent: string, property: string, error: ErrorObject): Problem {
  const pointer = clip(`${parent}/${escapePointer(property)}`);
  const notOffered = NOT_OFFERED[pointer];
  if (notOffered !== undefined) return { pointer, message: notOffered };
  const known = Object.keys(error.parentSchema?.properties ?? {});
  const alias = ALIASES.get(property)?.find((right) => known.includes(right));
  const [suggestion] = alias === undefined ? nearest(property, known, 1) : [alias];
  const hint = suggestion === undefined ? `known properties: ${known.join(', ')}` : `did you mean ${suggestion}?`;
  return withHint(
    { pointer, message: `unknown property ${dottedPath(pointer)}` },
    known.length === 0 ? undefined : hint,
  );
}

function notAllowed(pointer: string, error: ErrorObject, quoting: boolean): Problem {
  // Of texts only: making a text of a client's object would call the toString that the client put there.
  const notOffered = typeof error.data === 'string' ? NOT_OFFERED[`${pointer} ${error.data}`] : undefined;
  if (notOffered !== undefined) return { pointer, message: notOffered };
  const allowed: readonly unknown[] = error.params.allowedValues;
  const found =
    typeof error.data === 'string' && quoting ? `"${error.data.slice(0, MOST_QUOTED)}"` : typeName(error.data);
  const [suggestion] = typeof error.data === 'string' ? nearest(error.data, allowed.map(String), 1) : [];
  return withHint(
    { pointer, message: `${name(pointer)} must be ${oneOf(allowed)}; found ${found}` },
    suggestion === undefined ? undefined : `did you mean ${suggestion}?`,
  );
}

function oneOf(allowed: readonly unknown[]): string {
  return `${allowed.length > 1 ? 'one of ' : ''}${allowed.map(String).join(', ')}`;
}

function withHint(problem: Problem, hint: string | undefined): Problem {
  return hint === undefined ? problem : { ...problem, hint };
}

/** What was found instead of the right form. */
function quote({ keyword, data }: ErrorObject, quoting: boolean): string {
  return keyword === 'pattern' && quoting ? `; found "${String(data).slice(0, MOST_QUOTED)}"` : '';
}

function describe(error: ErrorObject): string | undefined {
  const about: unknown = error.parentSchema?.description;
  return typeof about === 'string' ? about : undefined;
}

function name(pointer: string): string {
  return pointer === '' ? 'the request' : dottedPath(pointer);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function escapePointer(property: string): string {
  return property.replaceAll('~', '~0').replaceAll('/', '~1');
}
