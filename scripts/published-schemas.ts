import { Answer } from '../contracts/answer.ts';
import { ClientCapabilities } from '../contracts/capabilities.ts';
import { Config } from '../contracts/config.ts';
import { Explanation } from '../contracts/explanation.ts';
import { FAILURE_KINDS, FAILURES } from '../contracts/failure.ts';
import { MintAnswer, MintRequest } from '../contracts/minting.ts';
import { Outcome } from '../contracts/outcome.ts';
import { PollEnd, PollPending } from '../contracts/polling.ts';
import { Progress } from '../contracts/progress.ts';
import { Receipt } from '../contracts/receipt.ts';
import { WaybillRequest } from '../contracts/request.ts';
import { Resource } from '../contracts/resource.ts';
import { V1Answer, V1Request } from '../contracts/v1.ts';
import { ADAPTER_KINDS } from '../src/adapter-kinds.ts';
import { configSchema } from './config-schema.ts';

/** Version of the request contract; a part of each `$id`, as a published schema never changes its meaning. */
const CONTRACT_VERSION = '2.0';

const FailureKinds = {
  title: 'Failure kind',
  description:
    'Every `outcome.error.code`, with its HTTP status while nothing was done, its status once something may have been done, whether the same request may succeed later unchanged, and who has to change something.',
  oneOf: FAILURE_KINDS.map((kind) => ({
    const: kind,
    'x-http': FAILURES[kind].http,
    'x-http-after-acting': FAILURES[kind].httpAfterActing,
    'x-retryable': FAILURES[kind].retryable,
    'x-blame': FAILURES[kind].blame,
  })),
};

const SCHEMAS: Readonly<Record<string, object>> = {
  answer: Answer,
  'client-capabilities': ClientCapabilities,
  config: configSchema(Config, [...ADAPTER_KINDS.values()]),
  explanation: Explanation,
  'failure-kind': FailureKinds,
  'mint-answer': MintAnswer,
  'mint-request': MintRequest,
  outcome: Outcome,
  'poll-end': PollEnd,
  'poll-pending': PollPending,
  progress: Progress,
  receipt: Receipt,
  request: WaybillRequest,
  resource: Resource,
  'v1-answer': V1Answer,
  'v1-request': V1Request,
};

/** The text of every file in `contracts/schemas/`, by file name. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const head = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `urn:waybill:schema:${CONTRACT_VERSION}:${name}`,
      };
      return [`${name}.json`, `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`];
    }),
  );
}
