import { expect } from 'vitest';
import type { Good } from '../../http/sheets/bad-request.ts';
import type { Scenario } from '../scenario.ts';

/** A request of a business key that the policies of the matrix speak of. */
const of =
  (businessKey: string, payload: object = {}) =>
  (good: Good) => ({
    body: { ...good.request('system.echo', { businessKey }), payload },
  });

const rejected = (error: object) => ({ status: 'rejected', effect: 'none', error });

export const ADMITTED: readonly Scenario[] = [
  {
    name: 'a request that a policy denies',
    because: 'no transport leads past the policies',
    say: of('closed'),
    expects: {
      http: 403,
      outcome: rejected({ code: 'forbidden', message: 'This account is closed.', details: { policy: 'closed' } }),
    },
  },
  {
    name: 'a request for which a policy can not be judged',
    because: 'who leaves out what a policy reads does not get past it',
    say: of('strict'),
    expects: {
      http: 403,
      outcome: rejected({
        code: 'forbidden',
        message: expect.stringContaining('could not be judged'),
        details: { policy: 'strict' },
      }),
    },
  },
  {
    name: 'a request that a guard challenges',
    because: 'the caller is told what to bring',
    say: of('guarded'),
    expects: {
      http: 403,
      outcome: rejected({
        code: 'guard_challenge',
        details: { guard: 'device', challenge: { bring: [expect.objectContaining({ pointer: expect.any(String) })] } },
      }),
    },
  },
  {
    name: 'a request with what a guard asks for',
    because: 'the same request with it passes, and its adapter is not handed it',
    say: of('guarded', { a: 1, device: { fingerprint: 'f' } }),
    expects: { http: 200, outcome: { status: 'fulfilled', effect: 'none', result: { a: 1 } } },
  },
];
