import { setTimeout as pause } from 'node:timers/promises';
import Type from 'typebox';
import type { Acted, AdapterKind, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import { type InputRequests, type InputResponses, inputRequired } from '../../contracts/asking.ts';
import { failure, isFailure } from '../../contracts/failure.ts';

export const SLOW_TARGET = { name: 'slow', kind: 'slow', options: {} };

const SOON_MS = 30;
/** Of the one route here: shorter than whoever is asked takes to answer. */
export const SLOW_ROUTE = { type: 'slow', target: 'slow', timeoutMs: 1500 };

const ask = (message: string): InputRequests[string] => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
});

const acts: Readonly<Record<string, (call: Call) => Promise<Acted>>> = {
  'slow.throw': async () => {
    throw new Error('Not what an adapter does');
  },
  'slow.misspeak': async () => ({
    effect: 'unknown',
    failure: failure('adapter_failed', 'The server answered with an error of the protocol', {
      details: { protocol_error: { code: -32000, message: 'Out of paper' } },
    }),
  }),
  'slow.report': async () => ({ effect: 'partial', failure: failure('adapter_failed', 'The tool reports an error') }),
  /** Done over with what was said. */
  'slow.greet': async ({ asking }) => {
    const { state, responses } = asking ?? {};
    if (state === undefined)
      return { effect: 'none', failure: inputRequired({ it: ask('Your first name?') }, { at: 1 }) };
    const names = [state.first, nameOf(responses?.it)];
    if (state.at === 1) {
      const next = { at: 2, first: nameOf(responses?.it) };
      return { effect: 'none', failure: inputRequired({ it: ask('Your last name?') }, next) };
    }
    return { effect: 'applied', result: names.join(' ') };
  },
  /** In the middle of its act. */
  'slow.ask': async ({ asking }) => {
    const said = await asking?.ask?.({ one: ask('One?'), two: ask('Two?') });
    if (said === undefined || isFailure(said)) {
      return { effect: 'partial', failure: said ?? failure('input_required', 'Nobody can be asked') };
    }
    return { effect: 'applied', result: [said.one, said.two].map(nameOf).join(' ') };
  },
  /** Is not stopped by a cancel. */
  'slow.pay': async () => {
    await pause(400);
    return { effect: 'applied', result: 'paid' };
  },
};

/** An adapter whose acts take a moment. */
export const SLOW_KINDS: ReadonlyMap<string, AdapterKind> = new Map([
  [
    'slow',
    {
      kind: 'slow',
      options: Type.Object({}),
      open: async () => ({
        intents: Object.keys(acts).map(declare),
        resourceTypes: [],
        probe: () => ({ state: 'there' }),
        execute: async (call: Call) => {
          await pause(SOON_MS);
          return acts[call.intentKey]?.(call) ?? { effect: 'none' as const };
        },
        health: () => ({ status: 'healthy' as const }),
        close: async () => {},
      }),
    } satisfies AdapterKind,
  ],
]);

function declare(key: string): IntentDeclaration {
  return {
    key,
    title: key,
    description: 'Takes a moment.',
    effect: 'unsafe',
    actions: [],
    requires: [],
    payload: Type.Object({}, { additionalProperties: false }),
    result: Type.Unknown(),
    example: { payload: {}, resources: [] },
  };
}

function nameOf(response: InputResponses[string] | undefined): string {
  const { name } = (response?.content ?? {}) as { readonly name?: unknown }; // `as`: only these tests say it
  return String(name);
}
