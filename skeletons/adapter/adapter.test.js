import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { adapterContract } from 'waybill/adapter-testing';
import { adapterKind } from './adapter.js';

// What every adapter owes the service, a case for each promise. What is told here is what the cases need to know of
// this one; what does not go with it is left out, with the reason.
const home = await mkdtemp(join(tmpdir(), 'my-adapter-'));
const folder = join(home, 'notes');
await mkdir(folder);
await writeFile(join(folder, 'hello.txt'), 'Hello from a note.');
after(() => rm(home, { recursive: true }));

/** What there is to change upstream. */
const world = async () => {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]));
};

const cases = adapterContract({
  kind: adapterKind,
  options: () => ({ folder }),
  calls: {}, // the examples of its intents work
  longCall: { leftOut: 'a note is read and written in no time' },
  distinct: {
    intent: 'my-adapter.write',
    call: (number) => ({ payload: { name: `note-${number}`, text: `Number ${number}` } }),
    numberOf: (result) => Number(/** @type {{ name: string }} */ (result).name.slice('note-'.length)),
  },
  resources: {
    looks: [
      { resource: { type: 'my-adapter-note', identifier: 'hello', state: 'present' } },
      { resource: { type: 'my-adapter-note', identifier: 'nowhere', state: 'present' } },
    ],
    slow: { leftOut: 'a look at a file takes no time' },
  },
  world,
  upstream: {
    stop: () => rename(folder, `${folder}-away`),
    start: () => rename(`${folder}-away`, folder),
  },
  badAnswers: { leftOut: 'a folder gives no answers' },
  flood: { leftOut: 'the folder is its own: nobody else writes notes of any size' },
  secrets: { leftOut: 'its options hold none' },
});

for (const { name, run } of cases) test(name, run);
