import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WaybillClient } from '../client/waybill-client.ts';
import type { Outcome } from '../contracts/outcome.ts';
import { awaitTargets } from './await-targets.ts';
import type { Example, ExampleStep, SendStep } from './example.ts';
import { findDifference } from './find-difference.ts';
import { sendByMcp } from './send-by-mcp.ts';
import { showAnswer, showResult } from './show-answer.ts';
import { startService } from './start-service.ts';

/** The built program is in `dist/examples`, configurations stay where they are written. */
const FOLDER = new URL('../../examples/', import.meta.url);

const [name] = process.argv.slice(2);
if (name === undefined || !isExample(name)) {
  const names = readdirSync(FOLDER).filter(isExample);
  console.error(`Name an example: npm run example NAME, where NAME is one of ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await run(name)) ? 0 : 1;
}

function isExample(folder: string): boolean {
  return existsSync(new URL(`${folder}/waybill.yaml`, FOLDER));
}

/** Starts the stand-in and the service, sends the steps, and ends both; true where each step came to what it should. */
async function run(folder: string): Promise<boolean> {
  // `as`: every folder with a configuration exports one, which is checked where it is written
  const module = (await import(new URL(`${folder}/example.js`, import.meta.url).href)) as { readonly example: Example };
  const { example } = module;
  const opened = await example.open();
  try {
    const config = fileURLToPath(new URL(`${folder}/waybill.yaml`, FOLDER));
    const service = await startService(['--development', '--config', config], opened.variables);
    try {
      console.log(`Waybill listens on ${service.origin} with ${folder}/waybill.yaml.\n`);
      if (example.startsSlowly === true) await awaitTargets(service.origin);
      const isDone = await walk(await sendByEnvelope(service.origin, example), opened.steps);
      return isDone && (example.alsoByMcp !== true || (await walkByMcp(service.origin, opened.steps)));
    } finally {
      await service.close();
    }
  } finally {
    await opened.close();
  }
}

async function sendByEnvelope(origin: string, { domain, actions }: Example): Promise<SendStep> {
  const capabilities = actions === undefined ? {} : { supported_actions: [...actions] };
  const client = new WaybillClient({ baseUrl: origin, capabilities });
  const flow = await client.startFlow({ domain, businessKey: 'example' });
  return (intent, { timeoutMs, ...request }) =>
    flow.send(intent, { ...request, ...(timeoutMs !== undefined && { timeoutMs }) });
}

async function walkByMcp(origin: string, steps: readonly ExampleStep[]): Promise<boolean> {
  console.log('\nThe same by a client of the Model Context Protocol:\n');
  const { send, close } = await sendByMcp(origin);
  return walk(send, steps).finally(close);
}

async function walk(send: SendStep, steps: readonly ExampleStep[]): Promise<boolean> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    const { title, intent, before, timeoutMs, expected } = step;
    await before?.();
    console.log(`${String(index + 1).padStart(2)}. ${title}\n     ${intent}`);
    const startedMs = performance.now();
    const answer = await send(intent, {
      resources: given(step.resources ?? [], outcomes),
      payload: given(step.payload ?? {}, outcomes),
      timeoutMs,
      onProgress: ({ fraction, message = '' }) => {
        console.log(`     … ${fraction === undefined ? '' : `${Math.round(fraction * 100)} % `}${message}`);
      },
    });
    console.log(`${showAnswer(answer, performance.now() - startedMs)}\n${showResult(answer)}`);
    const difference = findDifference(answer.outcome, expected);
    if (difference !== undefined) {
      console.log(`Not as it should be: ${difference}`);
      return false;
    }
    outcomes.push(answer.outcome);
  }
  console.log('Every step came to what it should.');
  return true;
}

function given<Value extends object>(
  value: Value | ((earlier: readonly Outcome[]) => Value),
  earlier: readonly Outcome[],
): Value {
  return typeof value === 'function' ? value(earlier) : value;
}
