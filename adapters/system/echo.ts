import Type from 'typebox';
import { readResult, type SystemIntent } from './system-intent.ts';

export const echo: SystemIntent = {
  declaration: {
    key: 'system.echo',
    title: 'Echo',
    description: 'Gives the payload back: a first request, and what load tests send.',
    effect: 'read',
    actions: ['echo'],
    requires: [],
    payload: Type.Object({}, { additionalProperties: true, description: 'Any object.' }),
    result: Type.Object({}, { additionalProperties: true, description: 'The payload.' }),
    example: { payload: { hello: 'world' }, resources: [] },
  },
  execute: (call) => readResult(call.payload),
};
