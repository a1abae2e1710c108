import type { Explanation } from '../../contracts/explanation.ts';
import { tableLines } from './printable.ts';
import { showError } from './show-outcome.ts';

/** An explanation as lines for a person: the verdict, every step, the routes, the resources. */
export function showExplanation(explanation: Explanation): string[] {
  const { intent, target, routes, guards, resources, steps } = explanation;
  const failed = steps.flatMap(({ error }) => (error === undefined ? [] : showError(error, '  ')));
  return [
    `${verdictOf(explanation)}${intent === null ? '' : `: ${intent.title} (${intent.key}, ${intent.effect})`}`,
    '',
    ...tableLines(
      steps.map(({ step, verdict }) => [step, verdict.replace('_', ' ')]),
      '  ',
    ),
    ...(failed.length === 0 ? [] : ['', 'problems', ...failed]),
    ...showRoutes(routes),
    ...showGuards(guards),
    ...showTarget(target),
    ...showResources(resources),
    '',
    `trace: ${explanation.trace_id}`,
  ];
}

/** That a target is unwell is no step and refuses nothing by itself, but who reads one line only has to read it. */
function verdictOf({ would, target }: Explanation): string {
  return would === 'act' && target?.health === 'unhealthy' ? 'would act, if its target were healthy' : `would ${would}`;
}

function showRoutes(routes: Explanation['routes']): string[] {
  if (routes.length === 0) return [];
  const rows = routes.map(({ rule, chosen, serves_domain: serves, timeout_ms: timeoutMs }) => [
    rule,
    `${timeoutMs} ms`,
    chosen ? 'chosen' : serves ? 'not reached' : 'other domain',
  ]);
  return ['', 'routes', ...tableLines(rows, '  ')];
}

function showTarget(target: Explanation['target']): string[] {
  if (target === null) return [];
  const { name, health, detail, breaker, running = 0, waiting = 0 } = target;
  const gate =
    breaker === undefined ? '' : `, breaker ${breaker.replace('_', ' ')}, ${running} running, ${waiting} waiting`;
  return ['', `target ${name}: ${health}${detail === undefined ? '' : ` (${detail})`}${gate}`];
}

function showGuards(guards: Explanation['guards']): string[] {
  if (guards.length === 0) return [];
  const rows = guards.map(({ name, asked }) => [name, asked ? 'asked' : 'not asked: it may have effects']);
  return ['', 'guards', ...tableLines(rows, '  ')];
}

function showResources(resources: Explanation['resources']): string[] {
  if (resources.length === 0) return [];
  const rows = resources.map((resource) => [
    `${resource.type} ${resource.identifier}`,
    `expected ${resource.expected_state}`,
    `found ${resource.actual_state ?? resource.error?.code ?? 'nothing'}${resource.reason === undefined ? '' : ` (${resource.reason})`}`,
  ]);
  return ['', 'resources', ...tableLines(rows, '  ')];
}
