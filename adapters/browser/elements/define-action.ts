import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Call, EffectClass, IntentDeclaration } from '../../../contracts/adapter.ts';
import { DialogPolicy } from '../dialog-policy.ts';
import type { Page } from '../page.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { Expectation, refuseExpectation } from './verify-expectation.ts';

export interface ActionSpec<Properties extends TProperties> {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly effect: EffectClass;
  readonly action: string;
  readonly leavesPage?: boolean;
  readonly requires: readonly string[];
  /** What the payload holds beside `expect` and `dialog`. */
  readonly payload: Properties;
  readonly result: TSchema;
  readonly example: IntentDeclaration['example'];
  act(page: Page, payload: Static<TObject<Properties>>, call: Call): Promise<PageActed>;
}

/** Makes an action of its own payload and the two members that every action's payload may hold. */
export function defineAction<Properties extends TProperties>(spec: ActionSpec<Properties>): PageAction {
  const { key, title, description, effect, action, leavesPage = false, requires, result, example } = spec;
  const payload = Type.Object(
    { ...spec.payload, expect: Type.Optional(Expectation), dialog: Type.Optional(DialogPolicy) },
    { additionalProperties: false },
  );
  return {
    declaration: { key, title, description, effect, actions: [action], requires, payload, result, example },
    leavesPage,
    act: async (page, call) => {
      const problem = refuseExpectation(call);
      if (problem !== undefined) return { effect: 'none', failure: problem };
      // `as`: the payload was checked against the declared schema before the action was called.
      return spec.act(page, call.payload as Static<TObject<Properties>>, call);
    },
  };
}
