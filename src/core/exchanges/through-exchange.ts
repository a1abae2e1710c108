import type { Arrival } from '../arrival.ts';
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
      asking: { ...asking, ask: (requests) => exchange.ask(requests) },
    }),
  };
}
