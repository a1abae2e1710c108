import Type, { type Static } from 'typebox';
import { Errors } from 'typebox/value';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, type Problem } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { intentKey } from '../../../contracts/request.ts';
import { Resource } from '../../../contracts/resource.ts';
import type { PageAction } from '../page-action.ts';
import { shorten } from '../secrets/describe-url.ts';
import { parseSelector, SELECTOR_FORMS } from './parse-selector.ts';

/** As many as the core tells of a request. */
const MOST_PROBLEMS = 50;

export const BatchStep = Type.Object(
  {
    intent: Type.Object(
      { type: Type.String(), sub_type: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
    resources: Type.Optional(Type.Array(Resource, { maxItems: 16 })),
    payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false, description: 'As in a request of its own: intent, resources and payload.' },
);
export type BatchStep = Static<typeof BatchStep>;

/** One step that is known to be well-formed. */
export interface PlannedStep {
  readonly key: string;
  readonly action: PageAction;
  readonly resources: readonly Resource[];
  readonly payload: JsonObject;
}

/**
 * Checks every step before the first one runs: a batch must not stop half-way for a misspelt member. Fails with
 * `payload_invalid` (all problems at once) and `action_not_supported`.
 */
export function planSteps(
  steps: readonly BatchStep[],
  actions: ReadonlyMap<string, PageAction>,
  call: Call,
): readonly PlannedStep[] | Failure {
  const problems: Problem[] = [];
  const planned: PlannedStep[] = [];
  for (const [index, { intent, resources = [], payload = {} }] of steps.entries()) {
    const key = intentKey(intent);
    const action = actions.get(key);
    const pointer = `/payload/steps/${index}`;
    if (action === undefined) {
      problems.push({
        pointer: `${pointer}/intent`,
        message: `Expected an action that a batch can hold, found ${shorten(key, 100)}.`,
        hint: `Use one of ${[...actions.keys()].join(', ')}.`,
      });
      continue;
    }
    // `as`: it came from JSON, and the schema of the batch says that it is an object.
    const step = { key, action, resources, payload: payload as JsonObject };
    problems.push(...payloadProblems(step, pointer), ...resourceProblems(step, pointer));
    planned.push(step);
  }
  if (problems.length > 0) return invalid(problems);
  return unsupported(planned, call) ?? planned;
}

function payloadProblems({ action, payload }: PlannedStep, pointer: string): Problem[] {
  const found = Errors(action.declaration.payload, payload)
    // The rule "no further members" reports itself twice.
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(({ instancePath, message, params }) => ({
      pointer: shorten(`${pointer}/payload${instancePath}`),
      message: shorten(`${message}: ${Object.values(params).flat().join(', ')}`),
    }));
  if (!('dialog' in payload)) return found;
  const hint = "Dialogs are answered by the batch's own payload.dialog.";
  return [...found, { pointer: `${pointer}/payload/dialog`, message: 'A step has no dialog of its own.', hint }];
}

function resourceProblems({ action, resources, key }: PlannedStep, pointer: string): Problem[] {
  const found: Problem[] = resources.flatMap(({ type, identifier }, index) => {
    const at = `${pointer}/resources/${index}`;
    if (type !== 'dom_element') return [{ pointer: `${at}/type`, message: `Expected dom_element, found ${type}.` }];
    const selector = parseSelector(identifier);
    if (typeof selector !== 'string') return [];
    return [
      { pointer: `${at}/identifier`, message: `Expected a selector, found that ${selector}.`, hint: SELECTOR_FORMS },
    ];
  });
  for (const type of action.declaration.requires) {
    if (resources.some((resource) => resource.type === type)) continue;
    found.push({ pointer: `${pointer}/resources`, message: `${key} needs a ${type}, and the step declares none.` });
  }
  return found;
}

function invalid(problems: readonly Problem[]): Failure {
  const [first] = problems;
  const message = `Expected well-formed steps, found ${problems.length} problems; the first at ${first?.pointer}: ${first?.message}`;
  return failure('payload_invalid', message, {
    field: 'payload.steps',
    ...(first?.hint === undefined ? {} : { hint: first.hint }),
    details: { problems: problems.slice(0, MOST_PROBLEMS).map((problem) => ({ ...problem })) },
  });
}

function unsupported(steps: readonly PlannedStep[], { capabilities }: Call): Failure | undefined {
  const needed = new Set(steps.flatMap(({ action }) => action.declaration.actions));
  const missing = [...needed].filter((name) => !capabilities.supported_actions.includes(name));
  if (missing.length === 0) return undefined;
  return failure(
    'action_not_supported',
    `The steps need actions that the client does not support: ${missing.join(', ')}.`,
    {
      field: 'client_capabilities.supported_actions',
      hint: 'Add them, where the client can take part in them.',
      details: { missing },
    },
  );
}
