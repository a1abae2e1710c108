import Type, { type Static } from 'typebox';
import { FAILURE_KINDS, failure } from '../../contracts/failure.ts';
import { Effect } from '../../contracts/outcome.ts';
import type { SystemIntent } from './system-intent.ts';

const FailPayload = Type.Object(
  {
    kind: Type.Enum(FAILURE_KINDS, { description: 'The failure to answer with.' }),
    effect: Type.Optional(Effect),
  },
  { additionalProperties: false },
);

export const fail: SystemIntent = {
  declaration: {
    key: 'system.fail',
    title: 'Fail',
    description:
      'Answers with the failure and effect that the payload names: for tests of clients, in development only.',
    effect: 'unsafe',
    actions: ['fail'],
    requires: [],
    payload: FailPayload,
    result: Type.Object({}, { additionalProperties: false }),
    example: { payload: { kind: 'overloaded', effect: 'none' }, resources: [] },
  },
  execute: (call) => {
    // `as`: the core checked the payload against the schema above
    const { kind, effect = 'none' } = call.payload as Static<typeof FailPayload>;
    return {
      effect,
      failure: failure(kind, `Failed with ${kind}, as asked`, {
        hint: 'This is system.fail: nothing was really tried.',
        retryAfterMs: 1000,
      }),
    };
  },
};
