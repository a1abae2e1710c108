import { expect, test } from 'vitest';
import type { Explanation } from '../../contracts/explanation.ts';
import { showExplanation } from '../../src/cli/show-explanation.ts';

const EXPLANATION: Explanation = {
  would: 'act',
  steps: [{ step: 'validate', verdict: 'pass' }],
  principal: 'anonymous',
  intent: { key: 'page.list', title: 'List pages', effect: 'read', actions: ['list'], requires: [] },
  context: null,
  routes: [],
  guards: [],
  target: { name: 'shop', health: 'healthy' },
  resources: [],
  trace_id: '0'.repeat(32),
};

test.for([
  { would: 'act', health: 'healthy', says: 'would act: List pages (page.list, read)' },
  { would: 'act', health: 'degraded', says: 'would act: List pages (page.list, read)' },
  { would: 'act', health: 'unhealthy', says: 'would act, if its target were healthy: List pages (page.list, read)' },
  { would: 'refuse', health: 'unhealthy', says: 'would refuse: List pages (page.list, read)' },
] as const)('an explanation that would $would, with a target that is $health, begins "$says"', (row) => {
  const [first] = showExplanation({ ...EXPLANATION, would: row.would, target: { name: 'shop', health: row.health } });
  expect(first).toBe(row.says);
});
