import type { Good } from '../../http/sheets/bad-request.ts';
import type { Scenario } from '../scenario.ts';

const LONG_MS = 20_000;
const cancelled = { status: 'rejected', effect: 'none', error: { code: 'cancelled' } };
const say =
  (key: string, payload: object) =>
  (good: Good): { body: unknown } => ({ body: { ...good.request(key), payload } });

/** Callers that do not wait for their answer. */
export const MEANWHILE: readonly Scenario[] = [
  {
    name: 'a read that its caller cancels',
    because: 'it is stopped at once',
    say: say('lab.read', { do: 'wait', ms: LONG_MS }),
    meanwhile: 'cancel',
    expects: { http: 499, outcome: cancelled },
  },
  {
    name: 'an act that its caller cancels',
    because: 'the adapter says how far it had come',
    say: say('lab.act', { do: 'wait', ms: LONG_MS, effect: 'partial' }),
    meanwhile: 'cancel',
    expects: {
      http: 499,
      outcome: { status: 'partially_fulfilled', effect: 'partial', error: { code: 'cancelled' } },
    },
  },
  {
    name: 'an act that ignores that its caller cancels',
    because: 'what was dispatched and never answered is unknown, never rejected',
    say: say('lab.act', { do: 'deaf', ms: 2500 }),
    meanwhile: 'cancel',
    expects: {
      http: 499,
      outcome: { status: 'partially_fulfilled', effect: 'unknown', error: { code: 'cancelled' } },
    },
  },
  {
    name: 'a read whose caller goes away',
    because: 'nobody is left to read it',
    say: say('lab.read', { do: 'wait', ms: 2000 }),
    meanwhile: 'leave',
    expects: { http: 499, outcome: cancelled },
  },
  {
    name: 'an act whose caller goes away',
    because: 'a dropped connection must not turn a purchase into a riddle',
    say: say('lab.act', { do: 'wait', ms: 700 }),
    meanwhile: 'leave',
    expects: { http: 200, outcome: { status: 'fulfilled', effect: 'applied' } },
  },
];
