import type { Problem } from '../../../contracts/failure.ts';
import type { V1Request } from '../../../contracts/v1.ts';
import { isRecord } from '../is-record.ts';
import { dottedPath, escapePointer } from '../problems.ts';
import type { CompiledAction } from './compile-actions.ts';

/** The parts of an action that are looked at before it is known whether it is one. */
interface MaybeAction {
  readonly selector?: unknown;
  readonly target?: unknown;
  readonly args?: unknown;
}

/** What the action is about, by the name that the client used for it. */
export function selectorOf({ selector, target }: Pick<V1Request, 'selector' | 'target'>): {
  readonly name: 'selector' | 'target';
  readonly value: string | undefined;
} {
  return selector === undefined && target !== undefined
    ? { name: 'target', value: target }
    : { name: 'selector', value: selector };
}

export function payloadOf(action: CompiledAction, sent: V1Request): Record<string, unknown> {
  const { selector_as, payload } = action.mapping;
  const { value } = selectorOf(sent);
  const args = Object.entries(sent.args ?? {}).map(([name, arg]) => [propertyOf(action, name), arg]);
  return {
    ...payload,
    ...(selector_as !== undefined && value !== undefined && { [selector_as]: value }),
    ...Object.fromEntries(args),
  };
}

/** JSON pointer into the action, by the payload property that what stands there becomes. */
export function sourcesOf(action: CompiledAction, sent: V1Request): ReadonlyMap<string, string> {
  return new Map(propertiesGiven(action, sent).map(({ property, pointer }) => [property, pointer]));
}

/** What a schema can't say: parts that exclude one another, or that this action does not take. */
export function findMisuse(action: CompiledAction | undefined, body: MaybeAction): Problem[] {
  const problems: Problem[] = [];
  if (body.selector !== undefined && body.target !== undefined) {
    problems.push({ pointer: '/target', message: 'selector and target are the same thing', hint: 'Send one of them.' });
  }
  if (action === undefined) return problems;
  const { resource, selector_as } = action.mapping;
  const name = body.selector === undefined ? 'target' : 'selector';
  if (body[name] !== undefined && resource === undefined && selector_as === undefined) {
    problems.push({ pointer: `/${name}`, message: `${action.name} takes no ${name}`, hint: 'Leave it out.' });
  }
  return [...problems, ...findTwins(action, body)];
}

/** Two names for one property: whichever won, the client might have meant the other. */
function findTwins(action: CompiledAction, body: MaybeAction): Problem[] {
  const first = new Map<string, string>();
  return propertiesGiven(action, body).flatMap(({ property, pointer }) => {
    const twin = first.get(property);
    first.set(property, twin ?? pointer);
    if (twin === undefined) return [];
    const message = `${dottedPath(twin)} and ${dottedPath(pointer)} are the same thing for ${action.name}`;
    return [{ pointer, message, hint: 'Send one of them.' }];
  });
}

/** The payload properties that the client gives, each with where. */
function propertiesGiven(
  action: CompiledAction,
  { selector, target, args }: MaybeAction,
): readonly { readonly property: string; readonly pointer: string }[] {
  const { selector_as } = action.mapping;
  const name = selector === undefined ? 'target' : 'selector';
  const isNamed = selector !== undefined || target !== undefined;
  return [
    ...(selector_as !== undefined && isNamed ? [{ property: selector_as, pointer: `/${name}` }] : []),
    ...Object.keys(isRecord(args) ? args : {}).map((arg) => ({
      property: propertyOf(action, arg),
      pointer: `/args/${escapePointer(arg)}`,
    })),
  ];
}

function propertyOf({ args }: CompiledAction, arg: string): string {
  return args.get(arg) ?? arg;
}
