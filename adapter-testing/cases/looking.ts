import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../../contracts/adapter.ts';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { AdapterSubject, ResourceSubject, WorkingLook } from '../adapter-subject.ts';
import { isLeftOut } from '../adapter-subject.ts';
import { type Bench, onBench, show } from '../bench.ts';
import { both, type ContractCase, caseWith, expectNone } from '../contract-case.ts';
import { findUnplain } from '../find-unplain.ts';
import { settlesWithin } from '../settles-within.ts';
import { say } from '../without-escapes.ts';

/** What stands in a response header. */
const TOKEN = /^[A-Za-z0-9_.-]{1,64}$/;
const MOST_DETAIL_BYTES = 64 * 1024;
/** Long enough for a look to have begun. */
const BEGUN_MS = 300;

const STRANGE_IDENTIFIERS = [
  ' ',
  '"\'`',
  '../../..',
  '%00%2e%2e%2f',
  '$(id)',
  '[exit]',
  '{{x}}',
  '\u0000',
  'é'.repeat(2000),
];

export function lookingCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  const { resources } = subject;
  const slow = isLeftOut(resources) ? resources : resources.slow;
  return [
    caseWith(resources, 'a look at every resource type gives a declared state', (piece) =>
      onBench(subject, (bench) => lookAtAll(bench, piece)),
    ),
    caseWith(resources, 'a strange identifier is answered like any other', (piece) =>
      onBench(subject, (bench) => lookAtStrange(bench, piece)),
    ),
    caseWith(both(resources, subject.world), 'a look changes nothing', ([piece, world]) =>
      onBench(subject, async (bench) => {
        for (const look of piece.looks) {
          const ready = await bench.readyLook(look);
          const before = await world();
          await bench.look(ready).catch(() => undefined); // for the cases above to tell
          const after = await world();
          if (!isDeepStrictEqual(after, before))
            throw new Error(`Expected a look to change nothing, found ${show(before)} turned into ${show(after)}`);
        }
      }),
    ),
    caseWith(slow, 'a look ends at once when its signal aborts', (look) =>
      onBench(subject, async (bench) => {
        const ready = await bench.readyLook(look);
        const controller = new AbortController();
        const looking = bench.look(ready, controller.signal);
        const isOver = await settlesWithin(looking, BEGUN_MS);
        if (isOver) throw new Error('Expected a look that can be aborted, found that it was over at once');
        controller.abort();
        await bench.inTime('a look that was aborted', looking);
      }),
    ),
  ];
}

async function lookAtAll(bench: Bench, { looks }: ResourceSubject): Promise<void> {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const look of looks) {
    const ready = await bench.readyLook(look);
    seen.add(ready.resource.type);
    problems.push(...(await judgeLook(bench, ready)));
  }
  const unseen = bench.adapter.resourceTypes.filter(({ type }) => !seen.has(type));
  expectNone([
    ...problems,
    ...unseen.map(({ type }) => `Expected the subject to look at a ${type}, found no such look`),
  ]);
}

async function judgeLook(bench: Bench, look: WorkingLook): Promise<readonly string[]> {
  const { type } = look.resource;
  const observed = await lookSafely(bench, look);
  if (typeof observed === 'string') return [observed];
  if (isFailure(observed)) return [`Expected a state of ${type}, found the failure ${show(observed)}`];
  const states = bench.adapter.resourceTypes.find((declared) => declared.type === type)?.states ?? [];
  return [
    ...(states.includes(observed.state)
      ? []
      : [`Expected one of ${states.join(', ')} of ${type}, found ${JSON.stringify(observed.state)}`]),
    ...judgeRest(type, observed),
  ];
}

function judgeRest(type: string, { reason, details = {} }: Observation): readonly string[] {
  const unplain = findUnplain(details);
  if (unplain !== undefined) return [`Expected the details of ${type} to be plain JSON, found ${unplain}`];
  const bytes = Buffer.byteLength(JSON.stringify(details));
  return [
    ...(reason === undefined || TOKEN.test(reason)
      ? []
      : [`Expected the reason for the state of ${type} to be one token, found ${show({ reason })}`]),
    ...(bytes <= MOST_DETAIL_BYTES
      ? []
      : [`Expected at most ${MOST_DETAIL_BYTES} bytes of details of ${type}, found ${bytes}`]),
  ];
}

async function lookAtStrange(bench: Bench, { looks }: ResourceSubject): Promise<void> {
  const problems: string[] = [];
  for (const look of looks) {
    const ready = await bench.readyLook(look);
    for (const identifier of STRANGE_IDENTIFIERS) {
      const resource = { ...ready.resource, identifier };
      const observed = await lookSafely(bench, { ...ready, resource });
      if (typeof observed === 'string')
        problems.push(`${observed} (identifier ${JSON.stringify(identifier).slice(0, 40)})`);
      else if (!isFailure(observed)) problems.push(...judgeRest(resource.type, observed));
    }
  }
  expectNone(problems);
}

async function lookSafely(bench: Bench, look: WorkingLook): Promise<Observation | Failure | string> {
  try {
    return await bench.look(look);
  } catch (thrown) {
    return `Expected a look at ${look.resource.type} to return what it found, found that it threw: ${say(thrown)}`;
  }
}
