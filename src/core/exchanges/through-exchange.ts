import { type InputRequests, undeclaredCapabilities } from '../../../contracts/asking.ts';
import type { Failure } from '../../../contracts/failure.ts';
import type { Arrival } from '../arrival.ts';
import { canBeAsked } from '../can-be-asked.ts';
import type { Exchange } from './exchange.ts';

/**
 * A request whose exchange hears of its progress, as does who waits for its answer, and asks its caller what it is to be asked in
 * the middle of its act.
 */
export function throughExchange(exchange: Exchange, arrival: Arrival): Arrival {
  const { onProgress, asking } = arrival;
  return {
    ...arrival,
    onProgress: (progress) => {
      exchange.report(progress);
      if (!exchange.isHandedOut) onProgress?.(progress);
    },
    ...(asking !== undefined && {
      asking: {
        ...asking,
        ask: async (requests) => (canBeAsked(asking, requests) ? exchange.ask(requests) : undeclared(requests)),
      },
    }),
  };
}

function undeclared(requests: InputRequests): Failure {
  const families = Object.values(requests).map(({ method }) => method.slice(0, method.indexOf('/')));
  return undeclaredCapabilities(Object.fromEntries(families.map((family) => [family, {}])));
}
