import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import type { Call } from '../../../contracts/adapter.ts';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import { EFFECTS, type Effect } from '../../../contracts/outcome.ts';
import { NavigationWatch } from '../observe/navigation-watch.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { timeToAct } from '../time-to-act.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { awaitState } from './await-state.ts';
import { BatchStep, type PlannedStep, planSteps } from './batch-steps.ts';
import { defineAction } from './define-action.ts';
import { type Expectation, verifyExpectation } from './verify-expectation.ts';

const LOOK_EVERY_MS = 5;

const DoneStep = Type.Object({
  intent: Type.String(),
  status: Type.Enum(['done', 'failed', 'not_run']),
  effect: Type.Enum([...EFFECTS]),
  result: Type.Optional(Type.Unknown({ description: "By the intent's own result schema." })),
  post_condition: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** An action that runs several of `actions` on one page, one after the other. */
export function defineBatch(actions: readonly PageAction[]): PageAction {
  const byKey = new Map(actions.map((action) => [action.declaration.key, action]));
  return defineAction({
    key: 'ui_interaction.batch',
    title: 'Batch',
    description:
      'Several actions on one page in one request. All steps are checked before the first runs; each has its own resources, looked at just before it; the batch stops at the first miss and says which steps were done.',
    effect: 'unsafe',
    action: 'batch',
    requires: [],
    payload: { steps: Type.Array(BatchStep, { minItems: 1, maxItems: 50 }) },
    result: Type.Object({ steps: Type.Array(DoneStep) }),
    example: {
      payload: {
        steps: [
          {
            intent: { type: 'ui_interaction', sub_type: 'input' },
            resources: [{ type: 'dom_element', identifier: '#search', state: 'visible_enabled' }],
            payload: { text: 'lamp' },
          },
          {
            intent: { type: 'ui_interaction', sub_type: 'click' },
            resources: [{ type: 'dom_element', identifier: '#go', state: 'visible_enabled', wait_ms: 1000 }],
          },
        ],
      },
      resources: [],
    },
    act: async (page, { steps }, call) => {
      const planned = planSteps(steps, byKey, call);
      if (isFailure(planned)) return { effect: 'none', failure: planned };
      const navigation = new NavigationWatch(page, page.targetId);
      try {
        return conclude(planned, await runSteps(page, planned, navigation, call));
      } finally {
        navigation.end();
      }
    },
  });
}

/** The steps as far as they ran; at most the last of them has a failure. */
async function runSteps(
  page: Page,
  steps: readonly PlannedStep[],
  navigation: NavigationWatch,
  call: Call,
): Promise<readonly PageActed[]> {
  const ran: PageActed[] = [];
  for (const [index, step] of steps.entries()) {
    // A page that never finishes loading must not keep the next step from looking.
    await usable(navigation, call);
    const acted = await runStep(page, step, stepCall(call, step));
    ran.push(acted);
    if (acted.failure !== undefined) break;
    call.progress({ fraction: (index + 1) / steps.length, message: `${step.key} done` });
  }
  return ran;
}

/** Waits until the document under way can be used, so that a step meets the new document and not the old. */
async function usable(navigation: NavigationWatch, call: Call): Promise<void> {
  const endMs = performance.now() + timeToAct(call);
  while (!navigation.isUsable && performance.now() < endMs && !call.signal.aborted) await sleep(LOOK_EVERY_MS);
}

async function runStep(page: Page, step: PlannedStep, call: Call): Promise<PageActed> {
  /** How far it has come, should the page stop answering. */
  let acted: PageActed = { effect: 'none' };
  try {
    const looks = await Promise.all(step.resources.map((resource) => awaitState(page, resource, call)));
    const miss = looks.find((look) => look !== undefined);
    if (miss !== undefined) return { ...acted, failure: miss };
    if (step.action.declaration.effect !== 'read') acted = { effect: 'unknown' };
    acted = await step.action.act(page, call);
    const contradiction = acted.failure ?? (await verifyStep(page, call));
    return contradiction === undefined ? acted : { ...acted, failure: contradiction };
  } catch (error) {
    return { ...acted, failure: translateCdpError(error) };
  }
}

async function verifyStep(page: Page, call: Call): Promise<Failure | undefined> {
  const expect = call.payload.expect as Expectation | undefined; // `as`: checked when the steps were planned
  if (expect === undefined) return undefined;
  const { met, expected, actual } = await verifyExpectation(page, expect, timeToAct(call));
  if (met) return undefined;
  return failure('postcondition_contradicted', 'The step was done, but what its payload expects did not come true.', {
    details: { expected, actual },
  });
}

/** The call of one step. Not spread: what the core hands over may hold its members on a prototype. */
function stepCall(call: Call, { key, payload, resources }: PlannedStep): Call {
  return {
    intentKey: key,
    payload,
    resources,
    capabilities: call.capabilities,
    context: call.context,
    principal: call.principal,
    traceparent: call.traceparent,
    signal: call.signal,
    remainingMs: () => call.remainingMs(),
    progress: (progress) => call.progress(progress),
  };
}

function conclude(steps: readonly PlannedStep[], ran: readonly PageActed[]): PageActed {
  const result = { steps: steps.map((step, index) => describeStep(step, ran[index])) };
  const failed = ran.at(-1)?.failure;
  const effect = effectOf(ran, failed !== undefined);
  if (failed === undefined) return { effect, result, postCondition: { state: 'all_done', steps: steps.length } };
  const at = ran.length - 1;
  const key = steps[at]?.key;
  return {
    effect,
    result,
    failure: {
      ...failed,
      message: `Step ${at + 1} of ${steps.length} (${key}): ${failed.message}`,
      field: `payload.steps.${at}${failed.field === undefined ? '' : `.${failed.field}`}`,
      details: { ...failed.details, step: at, ...result },
    },
  };
}

function effectOf(ran: readonly PageActed[], hasFailed: boolean): Effect {
  const effects = ran.map(({ effect }) => effect);
  if (effects.includes('unknown')) return 'unknown';
  if (effects.every((effect) => effect === 'none')) return 'none';
  return hasFailed ? 'partial' : 'applied';
}

function describeStep({ key }: PlannedStep, acted: PageActed | undefined): JsonObject {
  if (acted === undefined) return { intent: key, status: 'not_run', effect: 'none' };
  const { effect, result, postCondition, failure: failed } = acted;
  const told: Record<string, JsonValue> = { intent: key, status: failed === undefined ? 'done' : 'failed', effect };
  if (result !== undefined) told.result = result;
  if (postCondition !== undefined) told.post_condition = postCondition;
  return told;
}
