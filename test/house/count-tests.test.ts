import { expect, test } from 'vitest';
import { countTests } from '../../scripts/count-tests.ts';

const file = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = (numPassedTests: number, numFailedTests: number, ...testResults: readonly ReturnType<typeof file>[]) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });

test.for([
  {
    because: 'all is well',
    text: report(2, 0, file('passed', 'passed', 'passed')),
    exitCode: 0,
    count: { passed: 2, failed: 0 },
  },
  {
    because: 'a test failed',
    text: report(1, 1, file('failed', 'passed', 'failed')),
    exitCode: 1,
    count: { passed: 1, failed: 1 },
  },
  {
    because: 'a file could not be loaded',
    text: report(1, 0, file('passed', 'passed'), file('failed')),
    exitCode: 1,
    count: { passed: 1, failed: 1 },
  },
  {
    because: 'an error was thrown outside of any test',
    text: report(1, 0, file('passed', 'passed')),
    exitCode: 1,
    count: { passed: 1, failed: 1 },
  },
  { because: 'no test ran', text: report(0, 0), exitCode: 0, count: { passed: 0, failed: 1 } },
  {
    because: 'the runner was killed by a signal',
    text: report(1, 0, file('passed', 'passed')),
    exitCode: null,
    count: { passed: 1, failed: 1 },
  },
  { because: 'the runner left no report', text: undefined, exitCode: 1, count: { passed: 0, failed: 1 } },
])('$because: $count.passed passed, $count.failed failed', ({ text, exitCode, count }) => {
  expect(countTests(text, exitCode)).toEqual(count);
});
