import Type, { type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { dottedPath, translateSchemaErrors } from '../../src/core/problems.ts';
import { createSchemaCompiler } from '../../src/core/schema-validator.ts';

const Parcel = Type.Object(
  {
    weight: Type.Number({ minimum: 0, description: 'Kilograms.' }),
    kind: Type.Optional(Type.Enum(['letter', 'box'] as const)),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    'a/b': Type.Optional(Type.String({ format: 'email' })),
    code: Type.Optional(Type.String({ pattern: '^[a-z]*$', minLength: 1, maxLength: 4, description: 'Letters.' })),
    stops: Type.Optional(Type.Array(Type.Integer({ maximum: 9 }), { minItems: 1, maxItems: 2 })),
  },
  { additionalProperties: false },
);
const Open = Type.Unsafe<object>({ type: 'object', properties: { weight: {} }, unevaluatedProperties: false });

function problemsOf(schema: TSchema, value: unknown, at = '') {
  const errors = createSchemaCompiler()(schema)(value, true);
  return errors === undefined ? [] : translateSchemaErrors(errors, at);
}

describe('a schema error reads', () => {
  test.for([
    { value: { weight: 1 }, problems: [] },
    { value: {}, problems: [{ pointer: '/weight', message: 'missing weight', hint: 'Kilograms.' }] },
    { value: { weight: '1' }, problems: [{ pointer: '/weight', message: 'weight must be number, found string' }] },
    {
      value: { weight: -1 },
      problems: [{ pointer: '/weight', message: 'weight must be at least 0', hint: 'Kilograms.' }],
    },
    { value: null, problems: [{ pointer: '', message: 'the request must be object, found null' }] },
    {
      value: { weight: 1, kind: { toString: {} } },
      problems: [{ pointer: '/kind', message: 'kind must be one of letter, box; found object' }],
    },
    {
      value: { weight: 1, kind: 'boks' },
      problems: [
        { pointer: '/kind', message: 'kind must be one of letter, box; found "boks"', hint: 'did you mean box?' },
      ],
    },
    {
      value: { weight: 1, kind: 7 },
      problems: [{ pointer: '/kind', message: 'kind must be one of letter, box; found number' }],
    },
    {
      value: { weight: 1, note: 7 },
      problems: [{ pointer: '/note', message: 'note has none of the allowed forms, found number' }],
    },
    {
      value: { weight: 1, wieght: 1 },
      problems: [{ pointer: '/wieght', message: 'unknown property wieght', hint: 'did you mean weight?' }],
    },
    {
      value: { weight: 1, zzzzzzzzzz: 1 },
      problems: [
        {
          pointer: '/zzzzzzzzzz',
          message: 'unknown property zzzzzzzzzz',
          hint: 'known properties: weight, kind, note, a/b, code, stops',
        },
      ],
    },
    {
      value: { weight: 1, code: 'A1' },
      problems: [
        {
          pointer: '/code',
          message: 'code does not have the form that it must have; found "A1"',
          hint: 'Letters.',
        },
      ],
    },
    {
      value: { weight: 1, code: '' },
      problems: [{ pointer: '/code', message: 'code must not be empty', hint: 'Letters.' }],
    },
    {
      value: { weight: 1, code: 'abcde' },
      problems: [{ pointer: '/code', message: 'code must have at most 4 characters', hint: 'Letters.' }],
    },
    { value: { weight: 1, stops: [] }, problems: [{ pointer: '/stops', message: 'stops must not be empty' }] },
    {
      value: { weight: 1, stops: [1, 2, 10] },
      problems: [
        { pointer: '/stops', message: 'stops must hold at most 2 items' },
        { pointer: '/stops/2', message: 'stops.2 must be at most 9' },
      ],
    },
    { value: { weight: 1, 'a/b': 'x' }, problems: [{ pointer: '/a~1b', message: 'a/b must match format "email"' }] },
  ])('$value: $problems', ({ value, problems }) => {
    expect(problemsOf(Parcel, value)).toEqual(problems);
  });

  test('with the name of a property that no part of a schema took', () => {
    expect(problemsOf(Open, { weihgt: 1 })).toEqual([
      { pointer: '/weihgt', message: 'unknown property weihgt', hint: 'did you mean weight?' },
    ]);
  });

  test('from where the value stands, and without the value: a payload may hold secrets', () => {
    expect(problemsOf(Parcel, { weight: 1, kind: 'correct horse battery', code: 'HUNTER2' }, '/payload')).toEqual([
      { pointer: '/payload/kind', message: 'payload.kind must be one of letter, box; found string' },
      { pointer: '/payload/code', message: 'payload.code must have at most 4 characters', hint: 'Letters.' },
      { pointer: '/payload/code', message: 'payload.code does not have the form that it must have', hint: 'Letters.' },
    ]);
  });

  test('with what a property may be where it is missing and no description says it', () => {
    const Read = Type.Object({ what: Type.Enum(['text', 'value'] as const) });
    expect(problemsOf(Read, {})).toEqual([{ pointer: '/what', message: 'missing what', hint: 'one of text, value' }]);
  });
});

test.for([
  ['', ''],
  ['/a', 'a'],
  ['/a/0/b', 'a.0.b'],
  ['/a~1b/c~0d', 'a/b.c~d'],
  ['/~01', '~1'],
] as const)('the pointer "%s" is written "%s"', ([pointer, path]) => {
  expect(dottedPath(pointer)).toBe(path);
});
