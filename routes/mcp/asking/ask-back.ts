import {
  type InputRequiredResult,
  inputRequired,
  type InputRequests as McpInputRequests,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import { missingCapabilities } from '../../../contracts/missing-capabilities.ts';
import type { Answered } from '../../../src/core/answered.ts';
import { askedAction } from '../../../src/core/asking/asked-action.ts';
import type { Core } from '../../../src/core/core.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { readAsked } from '../../../src/core/read-asked.ts';
import type { Calling } from '../arrive.ts';
import { clientCapabilities, isAskedByAnswers } from './client-capabilities.ts';

/**
 * What a client is asked where that is how its call was answered, with all that has to come back in a sealed state. Undefined where
 * the answer is one. What it has not declared it is not asked: that is the protocol's error in the era of 2026; before, nothing can be
 * pushed to clients that declared nothing, such as those whose HTTP requests stand alone, and the answer is told.
 */
export async function askBack(
  core: Core,
  { request, context, server, hail }: Calling,
  { answer }: Answered,
): Promise<InputRequiredResult | undefined> {
  const { error, effect } = answer.outcome;
  if (error?.code !== 'input_required' || effect !== 'none') return undefined;
  const isModern = isAskedByAnswers(context);
  const asked = readAsked(answer);
  const { required_capabilities: required } = error.details ?? {};
  const missing = asked && missingCapabilities(asked.requests, clientCapabilities(context, server));
  const requiredCapabilities = isRecord(required) ? required : missing;
  if (isModern && requiredCapabilities !== undefined)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
  if (asked === undefined || missing !== undefined) return undefined;
  const { requests, state } = asked;
  const principal = hail.principal.id;
  const action = askedAction(core, request, principal);
  if (action === undefined) return undefined; // its context has expired since
  return inputRequired({
    // `as`: of an adapter, in the protocol's shapes, as its contract says
    ...(Object.keys(requests).length > 0 && { inputRequests: requests as McpInputRequests }),
    requestState: await core.requestStates.seal({ principal, action }, state),
  });
}
