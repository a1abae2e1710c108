import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { elementActions } from '../../../adapters/browser/elements/actions.ts';
import { DOM_ELEMENT } from '../../../adapters/browser/elements/probe-element.ts';

const ACTIONS = elementActions([]);

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
addFormats.default(ajv);
ajv.addFormat('password', true);

describe('what each action declares', () => {
  test.for(ACTIONS.map(({ declaration }) => [declaration.key, declaration] as const))(
    '%s has an example that its own schema accepts, and knows no other members',
    ([, { payload, example, requires }]) => {
      const validate = ajv.compile(payload);
      expect(validate(example.payload), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...example.payload, surprise: 1 })).toBe(false);
      const declared = example.resources.map(({ type }) => type);
      expect(declared).toEqual(expect.arrayContaining([...requires]));
      for (const { state } of example.resources) expect(DOM_ELEMENT.states).toContain(state);
    },
  );

  test('the keys are distinct', () => {
    const keys = ACTIONS.map(({ declaration }) => declaration.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('a post-condition that can never be looked at is refused by its schema', () => {
    const click = ACTIONS.find(({ declaration }) => declaration.key === 'ui_interaction.click');
    const validate = ajv.compile(click?.declaration.payload ?? false);
    expect(validate({ expect: {} })).toBe(false);
    expect(validate({ expect: { url: '/x' }, dialog: { action: 'accept' } })).toBe(true);
  });
});
