import type { Catalogue } from '../../contracts/adapter.ts';
import { Answer } from '../../contracts/answer.ts';
import { ClientCapabilities } from '../../contracts/capabilities.ts';
import { OutcomeError, Problem } from '../../contracts/failure.ts';
import { CancelFrame, FrameId, OutcomeFrame, ProgressFrame, RequestFrame } from '../../contracts/frames.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { Effect, Outcome, Verification } from '../../contracts/outcome.ts';
import { Progress } from '../../contracts/progress.ts';
import { ContextClaim, Intent, WaybillRequest } from '../../contracts/request.ts';
import { Resource } from '../../contracts/resource.ts';
import { contractSchemas, refTo } from './contract-schemas.ts';

const CONTRACTS = {
  Answer,
  CancelFrame,
  ClientCapabilities,
  Context: ContextClaim,
  Effect,
  Envelope: WaybillRequest,
  Error: OutcomeError,
  FrameId,
  Intent,
  Outcome,
  OutcomeFrame,
  Problem,
  Progress,
  ProgressFrame,
  RequestFrame,
  Resource,
  Verification,
};

/** `components.schemas` of the AsyncAPI document. */
export function asyncApiSchemas(catalogue: Catalogue): JsonObject {
  const schemas = contractSchemas(CONTRACTS, catalogue);
  const frame: JsonObject = Object(schemas.RequestFrame);
  const properties = { ...Object(frame.properties), request: refTo('Request') };
  return { ...schemas, RequestFrame: { ...frame, properties } };
}
