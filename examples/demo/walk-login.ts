import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Answer } from '../../contracts/answer.ts';
import { showAnswer } from '../show-answer.ts';
import { startService } from '../start-service.ts';
import { loginSteps, type Step } from './login-steps.ts';

const OUTPUT_FOLDER = 'demo-output';

const service = await startService(['--development']);
try {
  console.log(`Waybill listens on ${service.origin}. Walking its demo site through intents:\n`);
  process.exitCode = (await walk(service.origin)) ? 0 : 1;
} finally {
  await service.close();
}

/** Sends the steps one after the other; true where each came to what it should. */
async function walk(origin: string): Promise<boolean> {
  const steps = loginSteps(origin);
  const client = new WaybillClient({ baseUrl: origin });
  const flow = await client.startFlow({ domain: 'login-flow', businessKey: 'demo' });
  let page: string | undefined;
  for (const [index, step] of steps.entries()) {
    const named = page === undefined ? [] : [{ type: 'browser_target', identifier: page, state: 'attached' }];
    const startedMs = performance.now();
    const answer = await flow.send(step.intent, {
      resources: [...named, ...(step.resources ?? [])],
      payload: step.payload ?? {},
      ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
    });
    console.log(`${String(index + 1).padStart(2)}. ${step.title}\n     ${step.intent}`);
    console.log(`${showAnswer(answer, performance.now() - startedMs)}\n`);
    if (!isAsExpected(step, answer)) {
      console.log(`Expected: ${step.expected ?? 'fulfilled'}. The walk ends here.`);
      return false;
    }
    page ??= textMember(answer, 'page');
    await saveScreenshot(answer);
  }
  console.log('Every step came to what it should.');
  return true;
}

function isAsExpected({ expected }: Step, { outcome }: Answer): boolean {
  return (outcome.error?.code ?? outcome.status) === (expected ?? 'fulfilled');
}

async function saveScreenshot(answer: Answer): Promise<void> {
  const png = textMember(answer, 'png_base64');
  if (png === undefined) return;
  const file = join(OUTPUT_FOLDER, 'dashboard.png');
  await mkdir(OUTPUT_FOLDER, { recursive: true });
  await writeFile(file, Buffer.from(png, 'base64'));
  console.log(`     saved ${file}\n`);
}

function textMember({ outcome: { result } }: Answer, name: string): string | undefined {
  const value: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
