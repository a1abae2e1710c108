import { type Failure, failure, isFailure } from '../../contracts/failure.ts';
import { type MintAnswer, MintRequest } from '../../contracts/minting.ts';
import { nextSequence } from './context-id.ts';
import type { ContextIds, ContextOwner, MintedContext } from './context-ids.ts';
import { invalidRequest, translateSchemaErrors } from './problems.ts';
import { ALL_PROBLEMS_BYTES, type CompileSchema } from './schema-validator.ts';

/** `bodyBytes`: the size of the body as it arrived. */
export type MintContexts = (body: unknown, bodyBytes: number, principal: string) => MintAnswer['contexts'] | Failure;

/** Mints the ids of a flow's coming steps: from the parent's sequence on, or from 001. */
export function createContextMint(compile: CompileSchema, contexts: ContextIds): MintContexts {
  const check = compile(MintRequest);
  return (body, bodyBytes, principal) => {
    const errors = check(body ?? null, bodyBytes <= ALL_PROBLEMS_BYTES);
    if (errors !== undefined) return invalidRequest(translateSchemaErrors(errors));
    // `as`: the schema that just accepted it is the one the type is inferred from
    const request = body as MintRequest;
    const owner = { businessKey: request.business_key, principal };
    const first = firstSequence(contexts, request, owner);
    if (isFailure(first)) return first;
    const minted: MintedContext[] = [];
    for (
      let sequence: string | undefined = first;
      minted.length < (request.count ?? 1);
      sequence = nextSequence(sequence)
    ) {
      if (sequence === undefined) return usedUp();
      minted.push(contexts.mint(request.domain, owner, sequence));
    }
    return minted.map(({ id, expiresAtMs }) => ({ id, expires_at: new Date(expiresAtMs).toISOString() }));
  };
}

/** A parent may have expired (a flow goes on after a pause), but it must be ours, unchanged, and of the same flow. */
function firstSequence(contexts: ContextIds, request: MintRequest, owner: ContextOwner): string | Failure {
  if (request.parent_id === undefined) return '001';
  const parent = contexts.verifyAnyAge(request.parent_id, owner);
  if (isFailure(parent)) return { ...parent, field: 'parent_id' };
  if (parent.domain !== request.domain) {
    return failure(
      'invalid_request',
      `parent_id is of the domain ${parent.domain}, the ids asked for are of ${request.domain}`,
      {
        field: 'parent_id',
        hint: 'Leave parent_id out to start another flow.',
      },
    );
  }
  return nextSequence(parent.sequence) ?? usedUp();
}

function usedUp(): Failure {
  return failure('invalid_request', 'The sequence of this flow ends at 999999', {
    hint: 'Start another flow: leave parent_id out.',
  });
}
