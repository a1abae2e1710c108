import { expect, test } from 'vitest';
import { lackedCapabilities } from '../../adapters/mcp/offers/lacked-capabilities.ts';
import type { InputRequests } from '../../contracts/asking.ts';
import type { JsonObject } from '../../contracts/json.ts';

const form = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: {} } } as const;
const url = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Log in', url: 'https://a.example' },
} as const;
const roots = { method: 'roots/list' } as const;
const sample = { method: 'sampling/createMessage', params: {} } as const;

interface Row {
  readonly asked: InputRequests;
  readonly declared: JsonObject;
  readonly lacked: JsonObject | undefined;
  readonly because: string;
}

test.for<Row>([
  { asked: {}, declared: {}, lacked: undefined, because: 'nothing is asked' },
  { asked: { form }, declared: {}, lacked: { elicitation: { form: {} } }, because: 'it declares nothing' },
  { asked: { form }, declared: { elicitation: {} }, lacked: undefined, because: 'an empty elicitation means forms' },
  { asked: { form }, declared: { elicitation: { form: {} } }, lacked: undefined, because: 'it declares forms' },
  {
    asked: { form },
    declared: { elicitation: { url: {} } },
    lacked: { elicitation: { form: {} } },
    because: 'only URLs',
  },
  {
    asked: { url },
    declared: { elicitation: {} },
    lacked: { elicitation: { url: {} } },
    because: 'URLs must be declared',
  },
  {
    asked: { form, url, roots, sample },
    declared: {},
    lacked: { elicitation: { form: {}, url: {} }, roots: {}, sampling: {} },
    because: 'all of it is named at once',
  },
  {
    asked: { roots, sample },
    declared: { roots: {} },
    lacked: { sampling: {} },
    because: 'only what is missing is named',
  },
])('what a client lacks: $because', ({ asked, declared, lacked }) => {
  expect(lackedCapabilities(asked, declared)).toEqual(lacked);
});
