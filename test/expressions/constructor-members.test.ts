import { expect, test } from 'vitest';
import { compileCondition } from '../../expressions/compile-condition.ts';
import { compileValue } from '../../expressions/compile-value.ts';
import { openLanguage } from '../../expressions/open-language.ts';

const language = openLanguage(['answer']);
const answer = JSON.parse(
  '{"class": {"constructor": "Player", "lives": 3}, "all": [{"constructor": {"prototype": null}}]}',
);

function value(source: string): unknown {
  const compiled = compileValue(language, source);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled.evaluate({ answer });
}

test.for([
  ['answer.class', { constructor: 'Player', lives: 3 }],
  ['answer.class.lives', 3],
  ['answer.class.constructor', 'Player'],
  ['answer.all[0].constructor', { prototype: null }],
  ['answer.all.map(one, has(one.constructor))', [true]],
] as const)('%s is read, though it stands in an object with a member called constructor', ([source, expected]) => {
  expect(value(source)).toEqual({ value: expected });
});

test('a condition is judged on such an object', () => {
  const condition = compileCondition(language, 'answer.class.lives == 3 && answer.class == answer.class');
  if ('problem' in condition) throw new Error(condition.problem);
  expect(condition.judge({ answer })).toBe(true);
});

test('what is no type of JSON is not read on the second try either', () => {
  const condition = compileCondition(language, 'answer.odd == 1');
  if ('problem' in condition) throw new Error(condition.problem);
  expect(condition.judge({ answer: { odd: Symbol('odd') } })).toMatchObject({ code: 'unsupported_type' });
});
