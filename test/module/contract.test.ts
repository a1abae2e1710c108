import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { adapterContract } from '../../adapter-testing/adapter-contract.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { until } from '../http/until.ts';
import { NOTES_MODULE } from './notes-module.ts';
import { BUILT_KIND } from './open-hostile.ts';
import { NOTES_TOKEN, openNoteStore } from './open-note-store.ts';

const store = await openNoteStore();
const folder = mkdtempSync(join(tmpdir(), 'waybill-module-'));
writeFileSync(join(folder, 'notes.mjs'), NOTES_MODULE);
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true });
});

const fetchOf = (path: string) => ({ intent: 'notes.fetch', call: { payload: { path } } });
const numberIn = (value: unknown): number | undefined => (isRecord(value) ? Number(value.number) : undefined);

const cases = adapterContract({
  kind: BUILT_KIND,
  options: () => ({ module: './notes.mjs', options: { origin: store.origin, token: NOTES_TOKEN } }),
  folder,
  outboundAllow: ['127.0.0.1'],
  calls: {},
  longCall: { ...fetchOf('/slow'), begun: () => until(() => store.slow() > 0, 20_000) },
  distinct: {
    intent: 'notes.number',
    call: (number) => ({ payload: { number } }),
    numberOf: numberIn,
    numberOfProgress: ({ data }) => Number(data),
  },
  resources: {
    looks: [
      { resource: { type: 'note', identifier: 'first', state: 'present' } },
      { resource: { type: 'note', identifier: 'nowhere', state: 'present' } },
    ],
    slow: { resource: { type: 'note', identifier: 'slow', state: 'present' } },
  },
  world: () => Object.fromEntries(store.notes),
  upstream: store,
  badAnswers: [fetchOf('/nonsense')],
  flood: fetchOf('/flood'),
  secrets: [NOTES_TOKEN],
  patienceMs: 10_000,
});

for (const { name, run } of cases) test(name, run, 120_000);
