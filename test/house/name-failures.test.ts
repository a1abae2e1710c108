import { expect, test } from 'vitest';
import { nameFailures } from '../../scripts/name-failures.ts';

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
const failed = { status: 'failed', fullName: 'sums adds', failureMessages: ['expected 2 to be 3\n    at x.ts:1:1'] };

test('names each test that failed, and each file that could not be loaded, by one line', () => {
  const report = {
    testResults: [
      { name: '/lab/test/good.test.ts', status: 'passed', message: '', assertionResults: [passed] },
      { name: '/lab/test/sums.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: '/lab/test/broken.test.ts', status: 'failed', message: 'no such module\nat', assertionResults: [] },
    ],
  };
  expect(nameFailures(JSON.stringify(report), '/lab')).toEqual([
    'FAILED test/sums.test.ts > sums adds: expected 2 to be 3',
    'FAILED test/broken.test.ts: no such module',
  ]);
});

test('has nothing to name where the runner left no report', () => {
  expect(nameFailures(undefined, '/lab')).toEqual([]);
});
