import { expect, test } from 'vitest';
import { isNestedDeeper } from '../../routes/is-nested-deeper.ts';

const padding = ' '.repeat(20);

test.for([
  { json: '[[[1]]]', deeper: false, because: 'three levels are allowed' },
  { json: '[[[[1]]]]', deeper: true, because: 'four are one too many' },
  { json: '{"a":{"b":[{"c":1}]}}', deeper: true, because: 'objects and arrays count alike' },
  { json: '[[[]],[[]],[[]],[[]]]', deeper: false, because: 'what was closed no longer counts' },
  { json: '["[[[[[[", "{{{{{{"]', deeper: false, because: 'brackets in strings are text' },
  { json: '["\\"[[[[[["]', deeper: false, because: 'an escaped quote ends no string' },
  { json: '["\\\\",[[[1]]]]', deeper: true, because: 'an escaped backslash escapes nothing' },
  { json: '["[[[[', deeper: false, because: 'a string that never ends is for the parser to refuse' },
])('$json is nested deeper than 3 levels: $deeper, as $because', ({ json, deeper }) => {
  expect(isNestedDeeper(Buffer.from(json + padding), 3)).toBe(deeper);
});

test('a megabyte is walked in less time than it takes to parse', () => {
  const json = Buffer.from(JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `parcel ${id}` }))));
  const walk = median(() => isNestedDeeper(json, 200));
  const parse = median(() => JSON.parse(json.toString()));
  expect(walk).toBeLessThan(parse);
});

function median(run: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const startedMs = performance.now();
    run();
    return performance.now() - startedMs;
  });
  return times.sort((a, b) => a - b)[7] ?? 0;
}
