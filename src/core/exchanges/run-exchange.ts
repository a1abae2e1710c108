import type { InputRequests, InputResponses } from '../../../contracts/asking.ts';
import { type Failure, isFailure } from '../../../contracts/failure.ts';
import { missingCapabilities } from '../../../contracts/missing-capabilities.ts';
import type { Answered } from '../answered.ts';
import type { Arrival } from '../arrival.ts';
import type { Core } from '../core.ts';
import { type Asked, readAsked } from '../read-asked.ts';
import { refuse } from '../refuse.ts';
import { routeRequest } from '../route-request.ts';
import type { Exchange } from './exchange.ts';

/** How often one exchange may ask its caller before an act that is done over: who asks without end would never end. */
const MOST_ROUNDS = 32;

export interface ExchangeRun {
  readonly exchange: Exchange;
  readonly serving: () => Core;
  /** Its request, made anew for each act. */
  readonly arrive: () => Arrival;
}

/**
 * The way of a request; once its caller holds the ticket, again with the responses whenever its act ended for want of input. While
 * somebody is asked it holds nothing at its target.
 */
export function runExchange(run: ExchangeRun, arrival: Arrival): Answered | Promise<Answered> {
  const answered = routeRequest(run.serving(), arrival);
  return answered instanceof Promise ? answered.then((first) => goOn(run, arrival, first)) : answered;
}

async function goOn({ exchange, serving, arrive }: ExchangeRun, first: Arrival, answered: Answered): Promise<Answered> {
  let last = answered;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const asked = exchange.isHandedOut ? whatToAsk(first, last) : undefined;
    if (asked === undefined) return last;
    const responses = await ask(serving(), exchange, asked.requests);
    if (isFailure(responses)) return refuse(serving(), first, responses);
    last = await routeRequest(serving(), withResponses(arrive(), responses, asked.state));
  }
  return last;
}

/** Nothing where something was done already, or the caller can't be asked. */
function whatToAsk({ asking }: Arrival, { answer }: Answered): Asked | undefined {
  const asked = answer.outcome.effect === 'none' ? readAsked(answer) : undefined;
  if (asked === undefined || asking === undefined) return undefined;
  return missingCapabilities(asked.requests, asking.capabilities) === undefined ? asked : undefined;
}

function withResponses(arrival: Arrival, responses: InputResponses, state: Asked['state']): Arrival {
  const { state: _before, ...asking } = { capabilities: {}, ...arrival.asking };
  const answered = { ...asking, responses, ...(state !== undefined && { state }) };
  return { ...arrival, arrivedAtMs: performance.now(), asking: answered };
}

/** Who leaves a question open has a request under way all the same: else one caller could take up all exchanges. */
async function ask({ inFlight }: Core, exchange: Exchange, requests: InputRequests): Promise<InputResponses | Failure> {
  const { principal } = exchange.facts;
  inFlight.enter(principal);
  try {
    return await exchange.ask(requests);
  } finally {
    inFlight.leave(principal);
  }
}
