import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../contracts/json.ts';
import { compileJsonTemplate } from '../../expressions/compile-json-template.ts';
import { compileTemplate } from '../../expressions/compile-template.ts';
import { openLanguage } from '../../expressions/open-language.ts';

const language = openLanguage(['payload']);

function renderText(text: string, payload: JsonValue) {
  const template = compileTemplate(language, text);
  return 'problem' in template ? template : template.render({ payload });
}

function fillJson(json: JsonValue, payload: JsonValue) {
  const template = compileJsonTemplate(language, json);
  return 'problems' in template ? template : template.fill({ payload });
}

describe('a text template', () => {
  test.for([
    ['without an expression is itself', 'as it is: { } $x $1', {}, 'as it is: { } $x $1'],
    ['takes texts', 'to {{ payload.name }}!', { name: 'Ada' }, 'to Ada!'],
    ['takes numbers and truth values', '{{ payload.n }} {{ payload.yes }}', { n: 5, yes: true }, '5 true'],
    ['takes what is computed', '{{ payload.n > 3 ? "many" : "few" }}', { n: 5 }, 'many'],
    ['takes more than one line', '{{\n  payload.a +\n  payload.b }}', { a: 'x', b: 'y' }, 'xy'],
    ['writes a literal pair of braces', '{{ "{{" }} and }}', {}, '{{ and }}'],
    [
      'puts in a value that looks like a template as it is',
      '{{ payload.a }}',
      { a: '{{ payload.b }}' },
      '{{ payload.b }}',
    ],
    ['puts in replacement patterns as they are', 'x{{ payload.a }}y', { a: "$& $1 $'" }, "x$& $1 $'y"],
  ] as const)('%s', ([, text, payload, expected]) => {
    expect(renderText(text, payload)).toEqual({ text: expected });
  });

  test.for([
    ['a property that is not there', '{{ payload.name }}', {}, { code: 'no_such_key', at: 'name' }],
    ['an optional that is not there', 'x{{ payload.?name }}', {}, { code: 'no_value', at: 'payload.?name' }],
    ['a list', 'x{{ payload.list }}', { list: [1] }, { code: 'not_writable', at: 'payload.list' }],
    ['an object', 'x{{ payload }}', {}, { code: 'not_writable', at: 'payload' }],
    ['null', 'x{{ payload.a }}', { a: null }, { code: 'not_writable', at: 'payload.a' }],
    ['what is inherited', '{{ payload.constructor }}', {}, { code: 'no_such_key', at: 'constructor' }],
  ] as const)('has no text for %s', ([, text, payload, expected]) => {
    expect(renderText(text, payload)).toEqual(expected);
  });

  test.for([
    ['no CEL', '{{ payload. }}', 'is no CEL expression'],
    ['an unknown variable', '{{ user.name }}', "can't be judged"],
    ['an empty expression', '{{ }}', 'is no CEL expression'],
    ['an expression that is never closed', 'a {{ payload.name', 'never closes it'],
    ['a regular expression', '{{ payload.a.matches("(a+)+") }}', 'matches()'],
  ] as const)('is refused for %s', ([, text, problem]) => {
    expect(compileTemplate(language, text)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});

describe('a JSON template', () => {
  test.for([
    ['keeps what is no text', { a: 1, b: [true, null] }, {}, { a: 1, b: [true, null] }],
    ['keeps the type of a text that is one expression', { n: '{{ payload.n }}' }, { n: 5 }, { n: 5 }],
    ['takes lists and objects whole', '{{ payload }}', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['makes text of a mixed one', ['n={{ payload.n }}'], { n: 5 }, ['n=5']],
    ['leaves out members that are not there', { a: '{{ payload.?a }}', b: 1 }, {}, { b: 1 }],
    ['leaves out items that are not there', ['{{ payload.?a }}', 2], {}, [2]],
    ['keeps optional members that are there', { a: '{{ payload.?a }}' }, { a: null }, { a: null }],
    ['takes whole numbers of CEL', '{{ size(payload.list) }}', { list: [1, 2] }, 2],
    [
      'takes lists that were made',
      '{{ payload.list.map(i, {"id": i.id, "one": 1}) }}',
      { list: [{ id: 'x' }] },
      [{ id: 'x', one: 1 }],
    ],
    ['takes a value that breaks out of nothing', { a: '{{ payload.a }}' }, { a: '","b":1,"' }, { a: '","b":1,"' }],
  ] as const)('%s', ([, json, payload, expected]) => {
    expect(fillJson(json, payload)).toEqual({ value: expected });
  });

  test('gives a key such as __proto__ to the object alone', () => {
    const payload: JsonValue = JSON.parse('{"a":{"__proto__":{"admin":true}}}');
    const filled = fillJson('{{ payload.a }}', payload);
    expect(JSON.stringify(filled)).toBe('{"value":{"__proto__":{"admin":true}}}');
    expect(Reflect.get(filled, 'admin')).toBeUndefined();
  });

  test('names every place that is wrong', () => {
    expect(fillJson({ a: '{{ }}', b: ['x', '{{ user }}'] }, {})).toMatchObject({
      problems: [{ path: ['a'] }, { path: ['b', 1] }],
    });
  });

  test.for([
    ['bytes', '{{ b"abc" }}', 'not_json'],
    ['a time', '{{ timestamp("2026-01-01T00:00:00Z") }}', 'not_json'],
    ['a whole number that JSON would round', '{{ 9007199254740993 }}', 'number_too_large'],
    ['infinity', '{{ 1.0 / 0.0 }}', 'not_finite'],
  ] as const)('has no value for %s', ([, json, code]) => {
    expect(fillJson(json, {})).toMatchObject({ code });
  });
});
