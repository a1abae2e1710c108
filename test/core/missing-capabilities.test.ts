import { expect, test } from 'vitest';
import type { InputRequests } from '../../contracts/asking.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { missingCapabilities } from '../../contracts/missing-capabilities.ts';

const FORM = { method: 'elicitation/create', params: { mode: 'form' } } as const;
const OLD_FORM = { method: 'elicitation/create', params: {} } as const;
const URL_MODE = { method: 'elicitation/create', params: { mode: 'url' } } as const;
const MODEL = { method: 'sampling/createMessage', params: {} } as const;
const MODEL_WITH_TOOLS = { method: 'sampling/createMessage', params: { tools: [] } } as const;
const ROOTS = { method: 'roots/list' } as const;
// `as`: a plug-in written in JavaScript can ask by any method
const UNKNOWN = { method: 'elicitation/guess' } as unknown as InputRequests[string];
const ODD = { method: 'toString' } as unknown as InputRequests[string]; // `as`: so too

test.for<
  [name: string, asked: readonly InputRequests[string][], declared: JsonObject, missing: JsonObject | undefined]
>([
  ['nothing', [], {}, undefined],
  ['a form, of a client that fills forms', [FORM], { elicitation: { form: {} } }, undefined],
  ['a form, of a client older than the modes', [FORM, OLD_FORM], { elicitation: {} }, undefined],
  [
    'a form, of a client that opens addresses only',
    [FORM],
    { elicitation: { url: {} } },
    { elicitation: { form: {} } },
  ],
  ['an address, of a client older than the modes', [URL_MODE], { elicitation: {} }, { elicitation: { url: {} } }],
  ['both, of a client with neither', [FORM, URL_MODE], {}, { elicitation: { form: {}, url: {} } }],
  ['a model, of a client with one', [MODEL], { sampling: {} }, undefined],
  ['a model with tools, of a client without', [MODEL_WITH_TOOLS], { sampling: {} }, { sampling: { tools: {} } }],
  ['a model, of a client without', [MODEL], { elicitation: {}, roots: {} }, { sampling: {} }],
  ['roots and a model, of a client with roots', [ROOTS, MODEL], { roots: {} }, { sampling: {} }],
  ['roots, declared as no object', [ROOTS], { roots: true }, { roots: {} }],
  ['what every object has', [ODD], {}, { toString: {} }],
  ['what the protocol does not know', [UNKNOWN], { elicitation: {} }, { 'elicitation/guess': {} }],
])('a client is asked %s', ([, asked, declared, missing]) => {
  expect(missingCapabilities(Object.fromEntries(asked.entries()), declared)).toEqual(missing);
});
