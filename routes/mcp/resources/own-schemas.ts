import { Answer } from '../../../contracts/answer.ts';
import { ClientCapabilities } from '../../../contracts/capabilities.ts';
import { FAILURE_KINDS, FAILURES } from '../../../contracts/failure.ts';
import { Outcome } from '../../../contracts/outcome.ts';
import { Progress } from '../../../contracts/progress.ts';
import { Receipt } from '../../../contracts/receipt.ts';
import { WaybillRequest } from '../../../contracts/request.ts';
import { Resource } from '../../../contracts/resource.ts';

/** The schemas of requests and answers, by the names that they are published under. */
export const OWN_SCHEMAS: ReadonlyMap<string, object> = new Map<string, object>([
  ['answer', Answer],
  ['client-capabilities', ClientCapabilities],
  [
    'failure-kind',
    {
      title: 'Failure kind',
      description:
        'Every outcome.error.code, whether the same request may succeed later, and who has to change something.',
      oneOf: FAILURE_KINDS.map((kind) => ({
        const: kind,
        'x-http': FAILURES[kind].http,
        'x-retryable': FAILURES[kind].retryable,
        'x-blame': FAILURES[kind].blame,
      })),
    },
  ],
  ['outcome', Outcome],
  ['progress', Progress],
  ['receipt', Receipt],
  ['request', WaybillRequest],
  ['resource', Resource],
]);
