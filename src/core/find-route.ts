import { type Failure, failure } from '../../contracts/failure.ts';
import { describeRule, type Route, type RouteTable } from './route-table.ts';

/** The first route of an intent that serves the context's domain, or `no_route`. */
export function findRoute(routes: RouteTable, intentKey: string, domain: string): Route | Failure {
  const candidates = routes.get(intentKey) ?? [];
  for (const route of candidates) if (route.servesDomain(domain)) return route;
  return failure('no_route', `No route takes ${intentKey} in the context domain ${domain}`, {
    field: 'context.id',
    hint:
      candidates.length === 0
        ? 'A target offers this intent, but no route of the configuration leads there.'
        : `Its routes: ${candidates.map((route) => describeRule(route.rule)).join('; ')}.`,
  });
}
