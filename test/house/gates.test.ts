import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plant, runTool } from './plant.ts';

/** Lint rules of the house style, each with a file that breaks it. */
const LINT = [
  { rule: 'noExplicitAny', file: 'src/any.ts', text: 'export const read = (value: any): string => value.name;\n' },
  {
    rule: 'noNonNullAssertion',
    file: 'src/bang.ts',
    text: 'export const first = (list: string[]): string => list[0]!;\n',
  },
  { rule: 'noConsole', file: 'src/print.ts', text: "export const greet = (): void => console.log('hello');\n" },
  { rule: 'noDefaultExport', file: 'src/default.ts', text: 'export default 1;\n' },
  { rule: 'noBarrelFile', file: 'src/barrel.ts', text: "export * from './leaf.ts';\n" },
  { rule: 'noProcessEnv', file: 'src/env.ts', text: 'export const home = process.env.HOME;\n' },
  { rule: 'noRestrictedGlobals', file: 'src/core/fetch.ts', text: "export const page = fetch('http://localhost');\n" },
  { rule: 'noRestrictedGlobals', file: 'src/core/env.ts', text: 'export const pid = process.pid;\n' },
  {
    rule: 'useImportExtensions',
    file: 'src/extension.ts',
    text: "import { leaf } from './leaf';\n\nexport const copy = leaf;\n",
  },
  { rule: 'useFilenamingConvention', file: 'src/CamelCase.ts', text: 'export const camel = 1;\n' },
  {
    rule: 'useThrowOnlyError',
    file: 'src/throw.ts',
    text: "export function fail(): never {\n  throw 'a string';\n}\n",
  },
  {
    rule: 'noImportCycles',
    file: 'src/about.ts',
    text: "import { round } from './round.ts';\n\nexport const about = (): unknown => round;\n",
  },
  { rule: 'noUnusedVariables', file: 'src/unused.ts', text: 'const forgotten = 1;\nexport const kept = 2;\n' },
  {
    rule: 'noUndeclaredDependencies',
    file: 'src/undeclared.ts',
    text: "import leftPad from 'left-pad';\n\nexport const pad = leftPad;\n",
  },
  {
    rule: 'noFloatingPromises',
    file: 'src/floating.ts',
    text: 'async function save(): Promise<void> {}\n\nexport function done(): void {\n  save();\n}\n',
  },
  {
    rule: 'noExcessiveLinesPerFunction',
    file: 'src/long.ts',
    text: `export function long(total: number): number {\n${'  total += 1;\n'.repeat(61)}  return total;\n}\n`,
  },
  {
    rule: 'noExcessiveCognitiveComplexity',
    file: 'src/tangle.ts',
    text: `export function tangle(n: number): number {\n${'  for (;;) {\n'.repeat(5)}    return n;\n${'  }\n'.repeat(5)}}\n`,
  },
  {
    rule: 'noFocusedTests',
    file: 'test/focus.test.ts',
    text: "import { test } from 'vitest';\n\ntest.only('x', () => {});\n",
  },
  {
    rule: 'noSkippedTests',
    file: 'test/skip.test.ts',
    text: "import { test } from 'vitest';\n\ntest.skip('x', () => {});\n",
  },
] as const;

interface LintReport {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly severity: string;
    readonly location: { readonly path: string | { readonly file: string } };
  }[];
}

const folders: string[] = [];
const planted = (settings: readonly string[], sources: Readonly<Record<string, string>>): string => {
  const folder = plant(settings, sources);
  folders.push(folder);
  return folder;
};

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('lint', () => {
  let found: string[];

  beforeAll(() => {
    const folder = planted(['biome.json'], {
      'src/leaf.ts': 'export const leaf = 1;\n',
      'src/round.ts': "import { about } from './about.ts';\n\nexport const round = (): unknown => about;\n",
      ...Object.fromEntries(LINT.map(({ file, text }) => [file, text])),
    });
    const report: LintReport = JSON.parse(
      runTool('biome', ['lint', '--reporter=json', '--max-diagnostics=none', '.'], folder).stdout,
    );
    found = report.diagnostics.map(({ category, severity, location }) => {
      const path = typeof location.path === 'string' ? location.path : location.path.file;
      return `${severity} ${category.split('/').at(-1)} ${path.replace(/^\.\//, '')}`;
    });
  });

  test.for(LINT)('the rule $rule bites in $file', ({ rule, file }) => {
    expect(found).toContain(`error ${rule} ${file}`);
  });

  test('a file in order is let through', () => {
    expect(found.filter((line) => line.endsWith(' src/leaf.ts'))).toEqual([]);
  });
});

test('formatting that is off fails the lint', () => {
  const folder = planted(['biome.json'], { 'src/wide.ts': 'export const wide   =   "double";\n' });
  expect(runTool('biome', ['check', '.'], folder).exitCode).toBe(1);
});

test.for([
  { error: 'TS2322', because: 'a wrong type', text: 'export const count: number = "one";\n' },
  { error: 'TS2532', because: 'an unchecked index', text: 'export const size = (list: string[]) => list[0].length;\n' },
  { error: 'TS1294', because: 'an enum', text: 'export enum Colour {\n  Red,\n}\n' },
  {
    error: 'TS2741',
    because: 'a failure kind without its facts row',
    text: "import type { FAILURES } from '../contracts/failure.ts';\n\nexport const rows: Record<keyof typeof FAILURES | 'brand_new', object> = {} as typeof FAILURES;\n",
  },
])('the type check refuses $because', ({ error, text }) => {
  const folder = planted(['tsconfig.json', 'contracts/failure.ts', 'contracts/json.ts'], { 'src/typed.ts': text });
  const { exitCode, stdout } = runTool('tsc', ['--noEmit'], folder);
  expect(exitCode).not.toBe(0);
  expect(stdout).toContain(`error ${error}`);
});

test('an export that nothing uses is dead code, as is a file that nothing imports', () => {
  const folder = planted(['knip.json', 'tsconfig.json'], {
    'src/main.ts': "import { used } from './used.ts';\n\nprocess.exitCode = used;\n",
    'src/used.ts': 'export const used = 0;\nexport const forgotten = 1;\n',
    'src/lost.ts': 'export const lost = 1;\n',
  });
  const { exitCode, stdout } = runTool('knip', ['--include', 'exports,files', '--reporter', 'json'], folder);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('"forgotten"');
  expect(stdout).toContain('src/lost.ts');
  expect(stdout).not.toContain('src/main.ts');
});
