import Type, { type Static } from 'typebox';
import { EXECUTION_CONTEXTS } from '../../../contracts/capabilities.ts';
import { ContextClaim, Intent } from '../../../contracts/request.ts';
import { Resource } from '../../../contracts/resource.ts';

/** The name of the argument of each tool that is not the tool's own. */
export const WAYBILL_ARGUMENT = 'waybill';

const { id, parent_id, business_key, nonce } = ContextClaim.properties;
const { mode, priority, timeout_ms } = Intent.properties;

/** What a request says beside its payload, as one argument of a tool. All of it may be left out, as far as the intent allows. */
export const WaybillArgument = Type.Object(
  {
    context: Type.Optional(
      Type.Object(
        { id: Type.Optional(id), parent_id, business_key: Type.Optional(business_key), nonce },
        {
          additionalProperties: false,
          description:
            'The step of a flow that the call is: `next_id` of the result before. Left out: a flow of its own.',
        },
      ),
    ),
    resources: Type.Optional(
      Type.Array(Resource, {
        maxItems: 64,
        description: 'What must be there, and in which state, before anything is done.',
      }),
    ),
    execution_context: Type.Optional(Type.Enum(EXECUTION_CONTEXTS)),
    mode,
    priority,
    timeout_ms,
  },
  { additionalProperties: false, description: 'How the call is to be carried out.' },
);
export type WaybillArgument = Static<typeof WaybillArgument>;
