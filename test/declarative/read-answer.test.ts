import { describe, expect, test } from 'vitest';
import type { EffectClass, OptionProblem } from '../../contracts/adapter.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { compileAnswerReader } from '../../declarative/read-answer.ts';
import { openLanguage } from '../../expressions/open-language.ts';

const language = openLanguage(['response', 'payload']);
type Section = Parameters<typeof compileAnswerReader>[1];

function read(section: Section, response: JsonValue, effectClass: EffectClass = 'unsafe') {
  const problems: OptionProblem[] = [];
  const answer = compileAnswerReader(language, section, effectClass, ['intents', 'x'], problems);
  return problems.length > 0 ? problems : answer({ response });
}

describe('an answer', () => {
  test('is the result itself where nothing says how to read it', () => {
    expect(read({}, { a: 1 })).toEqual({ effect: 'applied', result: { a: 1 } });
    expect(read({}, { a: 1 }, 'read')).toEqual({ effect: 'none', result: { a: 1 } });
  });

  test('becomes a result by a template, without what is not there', () => {
    const returns = { id: '{{ response.id }}', note: '{{ response.?note }}', fixed: 1 };
    expect(read({ returns }, { id: 7 })).toEqual({ effect: 'applied', result: { id: 7, fixed: 1 } });
  });

  test.for(['unsafe', 'read'] as const)(
    'that has no result (%s) is a fault of the upstream, with an honest effect',
    (of) => {
      expect(read({ returns: '{{ response.id }}' }, {}, of)).toMatchObject({
        effect: of === 'read' ? 'none' : 'unknown',
        failure: { kind: 'adapter_misbehaved' },
      });
    },
  );

  test('that stands for a failure has the effect that its rule says, else an unknown one, and none of a read', () => {
    const rule = { when: 'response.code == 1', kind: 'adapter_failed', message: 'no' } as const;
    expect(read({ errors: [rule] }, { code: 1 })).toMatchObject({ effect: 'unknown' });
    expect(read({ errors: [{ ...rule, effect: 'none' }] }, { code: 1 })).toMatchObject({ effect: 'none' });
    expect(read({ errors: [{ ...rule, effect: 'partial' }] }, { code: 1 }, 'read')).toMatchObject({ effect: 'none' });
    expect(read({ errors: [rule] }, { code: 2 })).toEqual({ effect: 'applied', result: { code: 2 } });
  });

  test.for([
    [{ done: true }, 'verified'],
    [{ done: false }, 'contradicted'],
    [{}, 'unknown'],
  ] as const)('%j is %s', ([response, status]) => {
    const acted = read({ verify: 'response.done == true' }, response);
    expect(acted).toMatchObject({ effect: 'applied', verification: { status }, result: response });
    if (status === 'contradicted') expect(acted).toMatchObject({ failure: { kind: 'postcondition_contradicted' } });
    else expect(acted).not.toHaveProperty('failure');
  });
});

test('what is wrong with the reading of answers is told with its place', () => {
  const section: Section = {
    returns: { a: ['{{ nobody }}'] },
    verify: 'response.done +',
    errors: [{ when: 'response', kind: 'adapter_failed', message: 'x' }],
  };
  expect(read(section, {})).toMatchObject([
    { path: ['intents', 'x', 'errors', 0, 'when'] },
    { path: ['intents', 'x', 'returns', 'a', 0] },
    { path: ['intents', 'x', 'verify'] },
  ]);
});
