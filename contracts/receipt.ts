import Type, { type Static } from 'typebox';
import { Effect, STATUSES } from './outcome.ts';

const Text = (description: string) => Type.String({ description });
const Digest = (of: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description: `SHA-256, as hex, of ${of}` });

/** What a receipt says: the payload of the compact JWS (EdDSA over Ed25519) in `outcome.receipt`. */
export const Receipt = Type.Object(
  {
    version: Type.Literal(1),
    id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Also in the audit line of the act.' }),
    time: Type.String({ format: 'date-time', description: 'When the answer was ready, by the clock of the replica.' }),
    replica: Text('The process that acted.'),
    trace_id: Text('As in the answer.'),
    principal: Text('Who called.'),
    context_id: Text('As in the answer.'),
    domain: Text('Context domain.'),
    intent: Text('Intent key, `type.sub_type`.'),
    target: Text('The target that acted.'),
    action_digest: Digest(
      'the canonical JSON (RFC 8785) of `{intent: {type, sub_type}, domain, business_key, resources, payload, principal, target}`.',
    ),
    prechecks: Type.Array(
      Type.Object(
        {
          type: Text('Resource type.'),
          identifier_digest: Digest('the identifier.'),
          expected_state: Text('As the request declared it.'),
          actual_state: Text('As it was found before the act.'),
        },
        { additionalProperties: false },
      ),
      { description: 'The resources as they were found before the act, in the order of the request.' },
    ),
    status: Type.Enum(STATUSES),
    effect: Effect,
    outcome_digest: Digest('the canonical JSON (RFC 8785) of `outcome` without its `receipt`, as it was sent.'),
  },
  { additionalProperties: false, title: 'Receipt' },
);
export type Receipt = Static<typeof Receipt>;
