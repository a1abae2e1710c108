import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plant, ROOT, runTool } from './plant.ts';

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

const importing = (path: string): string => `import * as planted from '${path}';\nexport const kept = planted;\n`;

/** Each rule with the file that breaks it, and what that file holds. */
const VIOLATIONS = [
  { rule: 'contracts-import-only-typebox', file: 'contracts/package.ts', text: importing('fastify') },
  { rule: 'contracts-import-only-typebox', file: 'contracts/core.ts', text: importing('../src/core/clean.ts') },
  { rule: 'contracts-import-only-typebox', file: 'contracts/node.ts', text: importing('node:http') },
  { rule: 'expressions-know-only-contracts', file: 'expressions/core.ts', text: importing('../src/core/clean.ts') },
  {
    rule: 'declarative-knows-contracts-and-expressions',
    file: 'declarative/core.ts',
    text: importing('../src/core/clean.ts'),
  },
  { rule: 'declarative-is-for-adapters', file: 'routes/declarative.ts', text: importing('../declarative/clean.ts') },
  { rule: 'supervised-stands-alone', file: 'supervised/core.ts', text: importing('../src/core/clean.ts') },
  { rule: 'supervised-is-for-adapters', file: 'routes/supervised.ts', text: importing('../supervised/clean.ts') },
  { rule: 'core-knows-only-contracts', file: 'src/core/adapter.ts', text: importing('../../adapters/two/clean.ts') },
  { rule: 'core-knows-only-contracts', file: 'src/core/route.ts', text: importing('../../routes/clean.ts') },
  { rule: 'core-knows-only-contracts', file: 'src/core/app.ts', text: importing('../app.ts') },
  { rule: 'core-has-no-network', file: 'src/core/http.ts', text: importing('node:http') },
  { rule: 'core-has-no-network', file: 'src/core/socket.ts', text: importing('net') },
  { rule: 'core-has-no-network', file: 'src/core/fastify.ts', text: importing('fastify') },
  { rule: 'core-has-no-network', file: 'src/core/ws.ts', text: importing('ws') },
  { rule: 'adapters-know-only-contracts', file: 'adapters/one/core.ts', text: importing('../../src/core/clean.ts') },
  { rule: 'adapters-know-only-contracts', file: 'adapters/one/route.ts', text: importing('../../routes/clean.ts') },
  { rule: 'adapters-stay-apart', file: 'adapters/one/other.ts', text: importing('../two/clean.ts') },
  { rule: 'routes-know-core-and-contracts', file: 'routes/adapter.ts', text: importing('../adapters/two/clean.ts') },
  { rule: 'routes-know-core-and-contracts', file: 'routes/app.ts', text: importing('../src/app.ts') },
  { rule: 'client-knows-only-contracts', file: 'client/core.ts', text: importing('../src/core/clean.ts') },
  {
    rule: 'adapter-testing-knows-contracts-and-core',
    file: 'adapter-testing/adapter.ts',
    text: importing('../adapters/two/clean.ts'),
  },
  {
    rule: 'adapter-testing-knows-contracts-and-core',
    file: 'adapter-testing/app.ts',
    text: importing('../src/app.ts'),
  },
  {
    rule: 'product-needs-no-adapter-testing',
    file: 'adapters/one/testing.ts',
    text: importing('../../adapter-testing/clean.ts'),
  },
  { rule: 'adapters-are-registered-in-one-place', file: 'src/adapter.ts', text: importing('../adapters/two/clean.ts') },
  {
    rule: 'adapters-are-registered-in-one-place',
    file: 'src/http-server.ts',
    text: importing('../adapters/two/clean.ts'),
  },
  { rule: 'routes-are-mounted-in-one-place', file: 'src/cli/route.ts', text: importing('../../routes/clean.ts') },
  { rule: 'mounted-routes-reach-no-adapter', file: 'src/http-server.ts', text: importing('../adapters/two/clean.ts') },
  { rule: 'registered-adapters-reach-no-route', file: 'src/adapter-kinds.ts', text: importing('./app.ts') },
  { rule: 'product-knows-no-tests', file: 'src/test.ts', text: importing('../test/clean.ts') },
  { rule: 'product-needs-no-dev-package', file: 'src/dev.ts', text: importing('vitest') },
  { rule: 'no-cycle', file: 'src/core/about.ts', text: importing('./round.ts') },
  { rule: 'no-orphan', file: 'src/core/orphan.ts', text: 'export const alone = 1;\n' },
  { rule: 'no-unresolvable', file: 'src/nowhere.ts', text: importing('./nowhere-to-be-found.ts') },
] as const;

/** What stands on the right side of the arrows. */
const CLEAN = {
  'contracts/clean.ts': importing('typebox'),
  'declarative/clean.ts': importing('../contracts/clean.ts'),
  'supervised/clean.ts': importing('../contracts/clean.ts'),
  'src/core/clean.ts': importing('../../contracts/clean.ts'),
  'src/core/round.ts': importing('./about.ts'),
  'routes/clean.ts': importing('../src/core/clean.ts'),
  'adapters/two/clean.ts': importing('../../contracts/clean.ts'),
  'adapter-testing/clean.ts': importing('../src/core/clean.ts'),
  'client/clean.ts': importing('../contracts/clean.ts'),
  'src/app.ts': `${importing('../routes/clean.ts')}${importing('../adapters/two/clean.ts').replaceAll(/planted|kept/g, '$&Too')}`,
  'test/clean.ts': importing('../client/clean.ts'),
};

const SIDES = [
  'contracts',
  'expressions',
  'declarative',
  'supervised',
  'src',
  'routes',
  'adapters',
  'adapter-testing',
  'client',
  'test',
];

function cruise(folder: string): Cruise {
  return JSON.parse(runTool('depcruise', [...SIDES, '--output-type', 'json'], folder).stdout);
}

let planted: Cruise;
let folder: string;

beforeAll(() => {
  const violations = VIOLATIONS.map(({ file, text }) => [file, text]);
  folder = plant(['.dependency-cruiser.cjs', 'tsconfig.json'], { ...CLEAN, ...Object.fromEntries(violations) });
  planted = cruise(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(VIOLATIONS)('the rule $rule bites in $file', ({ rule, file }) => {
  expect(planted.summary.violations.filter(({ from }) => from === file).map((found) => found.rule.name)).toContain(
    rule,
  );
});

test('no rule goes without a planted violation', () => {
  const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
    join(ROOT, '.dependency-cruiser.cjs'),
  );
  expect(new Set(VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)));
});

test('files that keep to the arrows are let through', () => {
  expect(planted.summary.violations.filter(({ from }) => from in CLEAN)).toEqual([]);
});

test('the product keeps its arrows, and its modules were really looked at', () => {
  const { summary } = cruise(ROOT);
  expect(summary.violations).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(20);
});
