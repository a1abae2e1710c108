import type { AdapterSubject, Attempt } from '../adapter-subject.ts';
import { isLeftOut } from '../adapter-subject.ts';
import { type Bench, onBench } from '../bench.ts';
import { type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { say } from '../without-escapes.ts';

export function secretCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    caseWith(subject.secrets, 'no secret of the options is told', (secrets) =>
      onBench(subject, async (bench) => {
        const said = await gather(subject, bench);
        const heard = [...said, { where: 'the log', text: bench.lines.join('\n') }];
        expectNone(heard.flatMap(({ where, text }) => find(secrets, where, text)));
      }),
    ),
  ];
}

interface Said {
  readonly where: string;
  readonly text: string;
}

/** Everything but results, which are the upstream's to say. */
async function gather<Options>(subject: AdapterSubject<Options>, bench: Bench): Promise<readonly Said[]> {
  const { badAnswers, resources, upstream } = subject;
  const said: Said[] = [];
  const callAll = async (): Promise<void> => {
    for (const { intent, call } of bench.workingCalls())
      said.push(...hear(intent.key, await bench.attempt(intent.key, call)));
    said.push(await ask('its health', () => bench.health()));
  };
  await callAll();
  for (const { intent, call } of isLeftOut(badAnswers) ? [] : badAnswers)
    said.push(...hear(intent, await bench.attempt(intent, call)));
  const lookAll = async (): Promise<void> => {
    for (const look of isLeftOut(resources) ? [] : resources.looks)
      said.push(await ask('a look', async () => bench.look(await bench.readyLook(look))));
  };
  await lookAll();
  if (isLeftOut(upstream)) return said;
  await upstream.stop();
  try {
    await callAll();
    await lookAll();
  } finally {
    await upstream.start();
  }
  return said;
}

function hear(key: string, { acted, problem, told }: Attempt): readonly Said[] {
  return [
    { where: `the failure of ${key}`, text: problem ?? JSON.stringify(acted?.failure) ?? '' },
    { where: `the verification of ${key}`, text: JSON.stringify(acted?.verification) ?? '' },
    { where: `the progress of ${key}`, text: JSON.stringify(told) },
  ];
}

async function ask(where: string, question: () => Promise<object>): Promise<Said> {
  try {
    return { where, text: JSON.stringify(await question()) };
  } catch (thrown) {
    return { where, text: say(thrown) };
  }
}

function find(secrets: readonly string[], where: string, text: string): readonly string[] {
  const found = secrets.some((secret) => formsOf(secret).some((form) => text.includes(form)));
  return found
    ? [`Expected ${where} to hold no secret of the options, found one in ${JSON.stringify(mask(secrets, text))}`]
    : [];
}

/** As it stands in an address and in basic authentication, too. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

function mask(secrets: readonly string[], text: string): string {
  const masked = secrets.flatMap(formsOf).reduce((left, form) => left.replaceAll(form, '***'), text);
  return masked.length > 300 ? `${masked.slice(0, 300)}…` : masked;
}
