import { relative } from 'node:path';

/** The part of Vitest's JSON report that names what failed. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A line for each test that failed and each file that could not be loaded: long outputs are often read by their end. */
export function nameFailures(reportText: string | undefined, root: string): readonly string[] {
  if (reportText === undefined || reportText === '') return [];
  // `as`: the text is written by the Vitest that this repository pins.
  const report = JSON.parse(reportText) as Report;
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [line(path, file.message)] : [];
    return failed.map((test) => line(`${path} > ${test.fullName}`, test.failureMessages[0] ?? ''));
  });
}

function line(what: string, message: string): string {
  const [first] = message.split('\n');
  return `FAILED ${what}${first ? `: ${first}` : ''}`;
}
