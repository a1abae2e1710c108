/** The part of Vitest's JSON report that is counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Counts a test run so that nothing fails in silence: a file that could not be loaded, an error outside of any test, a
 * run without tests and a runner that died each count as one failure.
 */
export function countTests(reportText: string | undefined, exitCode: number | null): Count {
  if (reportText === undefined || reportText === '') return { passed: 0, failed: 1 };
  // `as`: the text is written by the Vitest that this repository pins.
  const report = JSON.parse(reportText) as Report;
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + unloaded;
  const silentFailure = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silentFailure ? 1 : failed };
}
