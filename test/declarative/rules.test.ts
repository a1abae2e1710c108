import { describe, expect, test } from 'vitest';
import type { OptionProblem } from '../../contracts/adapter.ts';
import { checkSchemas } from '../../declarative/check-schemas.ts';
import { declareIntent } from '../../declarative/declare-intent.ts';
import { compileErrorRules, type ErrorRules } from '../../declarative/error-rules.ts';
import { compileStateReader } from '../../declarative/state-reader.ts';
import { openLanguage } from '../../expressions/open-language.ts';

const language = openLanguage(['response']);

function match(rules: ErrorRules, response: unknown) {
  const problems: OptionProblem[] = [];
  const matched = compileErrorRules(language, rules, ['errors'], problems)({ response });
  return { problems, matched };
}

describe('the rules for errors', () => {
  const rules: ErrorRules = [
    {
      when: 'response.code == 1',
      kind: 'payload_invalid',
      message: 'Bad code',
      field: 'payload.code',
      hint: 'Ask again.',
    },
    {
      when: 'response.code > 1',
      kind: 'resource_state_mismatch',
      message: 'It said {{ response.text }}',
      expected: 'solved',
      actual: '{{ response.state }}',
      effect: 'partial',
    },
    { when: 'response.code == 5', kind: 'adapter_failed', message: 'never reached' },
  ];

  test('say nothing of an answer that none is for', () => {
    expect(match(rules, { code: 0 }).matched).toBeUndefined();
    expect(match(rules, 'something else').matched).toBeUndefined();
  });

  test('make the failure of the first that holds', () => {
    expect(match(rules, { code: 1 }).matched).toEqual({
      failure: { kind: 'payload_invalid', message: 'Bad code', field: 'payload.code', hint: 'Ask again.' },
      effect: undefined,
    });
    expect(match(rules, { code: 5, text: 'no', state: 'wrong' }).matched).toEqual({
      failure: {
        kind: 'resource_state_mismatch',
        message: 'It said no',
        details: { expected_state: 'solved', actual_state: 'wrong' },
      },
      effect: 'partial',
    });
  });

  test('mask what looks like a secret in the words of an upstream, and cut them', () => {
    const words = (text: string) => match(rules, { code: 2, text, state: 'x' }).matched?.failure.message;
    expect(words('Authorization: Bearer abcdefgh12345')).not.toContain('abcdefgh12345');
    expect(words('x'.repeat(10_000))).toHaveLength(500);
  });

  test('say so where the words are missing', () => {
    expect(match(rules, { code: 2 }).matched?.failure).toMatchObject({ message: "it can't be told (no_such_key)" });
  });

  test('name every place that is wrong', () => {
    const [rule] = rules;
    if (rule === undefined) throw new Error('no rule');
    expect(
      match(
        [
          { ...rule, when: 'response.code' },
          { ...rule, message: '{{ }}' },
        ],
        {},
      ).problems,
    ).toMatchObject([{ path: ['errors', 0, 'when'] }, { path: ['errors', 1, 'message'] }]);
  });
});

describe('the state of a resource', () => {
  const read = (state: string, response: unknown, details?: object) => {
    const problems: OptionProblem[] = [];
    const section = { state, states: ['alive', 'dead'], ...(details !== undefined && { details }) };
    return { problems, observed: compileStateReader(language, section, [], problems)({ response }) };
  };

  test('is what the expression comes to, with its details', () => {
    const state = 'response.health > 0 ? "alive" : "dead"';
    expect(read(state, { health: 5 }).observed).toEqual({ state: 'alive' });
    expect(read(state, { health: 0 }, { health: '{{ response.health }}' }).observed).toEqual({
      state: 'dead',
      details: { health: 0 },
    });
  });

  test('is none where the expression comes to nothing that is declared', () => {
    for (const [state, response] of [
      ['response.state', { state: 'lost' }],
      ['response.state', { state: 7 }],
      ['response.state', {}],
    ] as const) {
      expect(read(state, response).observed).toMatchObject({ kind: 'adapter_misbehaved' });
    }
  });

  test('goes without details that can not be told', () => {
    expect(read('"alive"', {}, { gone: '{{ response.gone }}' }).observed).toEqual({ state: 'alive' });
  });
});

describe('an intent of the configuration', () => {
  test('is declared with what is left out filled in', () => {
    expect(declareIntent('scan.start', {}, 'unsafe')).toEqual({
      key: 'scan.start',
      title: 'scan.start',
      description: 'scan.start',
      effect: 'unsafe',
      actions: ['start'],
      requires: [],
      payload: { type: 'object', additionalProperties: false },
      result: {},
      example: { payload: {}, resources: [] },
    });
  });

  test.for([
    ['a schema that is none', { payload: { type: 'objekt' } }, ['payload']],
    ['a result schema that is none', { result: { minimum: 'one' } }, ['result']],
    [
      'an example that does not fit',
      { payload: { type: 'object', required: ['url'] }, example: { payload: {} } },
      ['example', 'payload'],
    ],
  ] as const)('is refused with %s', ([, section, path]) => {
    expect(checkSchemas({ a: structuredClone(section) as object })).toMatchObject([
      { path: ['intents', 'a', ...path] },
    ]);
  });
});
