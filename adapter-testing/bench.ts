import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Acted, Adapter, AdapterHost, Health, IntentDeclaration, Observation } from '../contracts/adapter.ts';
import type { Failure } from '../contracts/failure.ts';
import type { JsonValue } from '../contracts/json.ts';
import { within } from '../src/core/within.ts';
import type {
  AdapterSubject,
  Attempt,
  CallSubject,
  LookSubject,
  Use,
  WorkingCall,
  WorkingLook,
} from './adapter-subject.ts';
import { isLeftOut } from './adapter-subject.ts';
import { makeTestCall, type TestCall } from './test-call.ts';
import { openTestHost } from './test-host.ts';
import { say } from './without-escapes.ts';

const PATIENCE_MS = 5000;
const WORKING_TIMES = 4;

/** One call under way. */
export interface Running extends TestCall {
  readonly ended: Promise<Attempt>;
}

export interface ReadyCall {
  readonly intent: IntentDeclaration;
  readonly working: WorkingCall;
}

/** One adapter, open for one case. */
export interface Bench extends Use {
  readonly patienceMs: number;
  /** How long a working call may take. */
  readonly workingMs: number;
  readonly lines: readonly string[];
  begin(intent: string, working: WorkingCall, isAborted?: boolean): Running;
  attempt(intent: string, call: CallSubject): Promise<Attempt>;
  /** Every intent with its working call, but those that the subject leaves out. */
  workingCalls(): readonly { readonly intent: IntentDeclaration; readonly call: CallSubject }[];
  /** The same, made ready; what can't be is for the case of working calls to tell. */
  readyCalls(): Promise<readonly ReadyCall[]>;
  ready(call: CallSubject): Promise<WorkingCall>;
  readyLook(look: LookSubject): Promise<WorkingLook>;
  look(look: WorkingLook, signal?: AbortSignal): Promise<Observation | Failure>;
  health(): Promise<Health>;
  /** What `work` comes to; rejects where it takes longer than it may. */
  inTime<Value>(what: string, work: Value | Promise<Value>, limitMs?: number): Promise<Value>;
}

/** Opens the subject's adapter for one case and closes it afterwards; how it closes is for other cases to judge. */
export async function onBench<Options>(
  subject: AdapterSubject<Options>,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const bench = await openBench(subject);
  try {
    await run(bench);
  } finally {
    await bench.inTime('close', attemptClose(bench.adapter)).catch(() => undefined);
  }
}

async function attemptClose(adapter: Adapter): Promise<void> {
  await adapter.close();
}

/** The options as the configuration hands them over: with what their schema fills in. */
export function filledOptions<Options>(subject: AdapterSubject<Options>): {
  readonly options: Options;
  readonly errors: string | undefined;
} {
  const options = structuredClone(subject.options());
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
  addFormats.default(ajv);
  return ajv.validate(subject.kind.options, options)
    ? { options, errors: undefined }
    : { options, errors: ajv.errorsText() };
}

export async function openBench<Options>(subject: AdapterSubject<Options>): Promise<Bench> {
  const { patienceMs = PATIENCE_MS } = subject;
  const workingMs = patienceMs * WORKING_TIMES;
  const inTime: Bench['inTime'] = (what, work, limitMs = patienceMs) =>
    within(limitMs, work, () => {
      throw new Error(`Expected ${what} to end within ${limitMs} ms, found that it goes on`);
    });
  let known: Adapter | undefined;
  const { host, lines } = openTestHost({ ...subject, adapter: () => known });
  const opening = openSafely(subject, host);
  const adapter = await inTime('opening', opening, workingMs);
  known = adapter;

  const begin: Bench['begin'] = (intent, working, isAborted = false) => {
    const made = makeTestCall(adapter, intent, working);
    if (isAborted) made.abort();
    return { ...made, ended: endOf(adapter, made) };
  };
  const act: Bench['act'] = async (intent, working) => {
    const { acted, problem } = await inTime(intent, begin(intent, working).ended, workingMs);
    if (acted === undefined) throw new Error(problem);
    if (acted.failure !== undefined) throw new Error(`${intent} failed: ${JSON.stringify(acted.failure)}`);
    return acted.result ?? null;
  };
  const use: Use = { adapter, act };
  const ready: Bench['ready'] = async (call) => (typeof call === 'function' ? call(use) : call);
  const workingCalls: Bench['workingCalls'] = () =>
    adapter.intents.flatMap((intent) => {
      const call = subject.calls[intent.key] ?? intent.example;
      return isLeftOut(call) ? [] : [{ intent, call }];
    });
  return {
    adapter,
    act,
    patienceMs,
    workingMs,
    lines,
    begin,
    ready,
    inTime,
    readyLook: async (look) => (typeof look === 'function' ? look(use) : look),
    workingCalls,
    readyCalls: async () => {
      const calls: ReadyCall[] = [];
      const problems: string[] = [];
      for (const { intent, call } of workingCalls()) {
        const working = await ready(call).catch((thrown: unknown) => void problems.push(say(thrown)));
        if (working !== undefined) calls.push({ intent, working });
      }
      if (calls.length === 0) throw new Error(`Expected a call that can be made ready, found none: ${problems[0]}`);
      return calls;
    },
    attempt: async (intent, call) => {
      try {
        const working = await ready(call);
        return { working, ...(await inTime(intent, begin(intent, working).ended, workingMs)) };
      } catch (thrown) {
        return { problem: `${intent}: ${say(thrown)}`, told: [] };
      }
    },
    look: async ({ resource, beside = [] }, signal = new AbortController().signal) => {
      const { call } = makeTestCall(adapter, adapter.intents[0]?.key ?? '', {
        payload: {},
        resources: [...beside, resource],
      });
      return inTime(`a look at ${resource.type}`, adapter.probe(resource, call, signal), workingMs);
    },
    health: async () => inTime('health', adapter.health()),
  };
}

async function openSafely<Options>(subject: AdapterSubject<Options>, host: AdapterHost): Promise<Adapter> {
  try {
    return await subject.kind.open(filledOptions(subject).options, host);
  } catch (thrown) {
    throw new Error(`Expected it to open, found that it threw: ${say(thrown)}`);
  }
}

async function endOf(adapter: Adapter, made: TestCall): Promise<Attempt> {
  const { call, told } = made;
  try {
    const acted: Acted = await adapter.execute(call);
    return { acted, told };
  } catch (thrown) {
    return { problem: `Expected ${call.intentKey} to return its failures, found that it threw: ${say(thrown)}`, told };
  } finally {
    made.end();
  }
}

/** For messages: JSON, shortened. */
export function show(value: JsonValue | object | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
