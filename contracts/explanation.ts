import Type, { type Static } from 'typebox';
import { OutcomeError } from './failure.ts';

export const EXPLAINED_STEPS = [
  'validate',
  'payload',
  'resources',
  'capabilities',
  'context',
  'lifecycle',
  'route',
  'permissions',
  'policies',
  'single_use',
  'gate',
  'precheck',
] as const;

const Text = Type.String();

/** `POST /mcp/v2/explain`: what a request would meet, found out without any effect. */
export const Explanation = Type.Object(
  {
    would: Type.Enum(['act', 'refuse'], {
      description: 'What the same request would come to, sent now in mode execute.',
    }),
    steps: Type.Array(
      Type.Object(
        {
          step: Type.Enum(EXPLAINED_STEPS),
          verdict: Type.Enum(['pass', 'fail', 'not_reached']),
          error: Type.Optional(OutcomeError),
        },
        { additionalProperties: false },
      ),
      { description: 'Every step in order, those behind a failed one too as far as they can be judged without it.' },
    ),
    principal: Text,
    intent: Type.Union([
      Type.Object(
        {
          key: Text,
          title: Text,
          effect: Type.Enum(['read', 'idempotent', 'unsafe']),
          actions: Type.Array(Text),
          requires: Type.Array(Text),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    context: Type.Union([
      Type.Object(
        { id: Text, domain: Text, sequence: Text, next_id: Type.Optional(Text) },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    routes: Type.Array(
      Type.Object(
        { rule: Text, target: Text, serves_domain: Type.Boolean(), chosen: Type.Boolean(), timeout_ms: Type.Integer() },
        { additionalProperties: false },
      ),
      { description: 'The routes of this intent in the order in which they are tried.' },
    ),
    target: Type.Union([
      Type.Object(
        {
          name: Text,
          health: Type.Enum(['healthy', 'degraded', 'unhealthy']),
          detail: Type.Optional(Text),
          breaker: Type.Optional(
            Type.Enum(['closed', 'half_open', 'open'], {
              description: 'open: the target is left alone; half_open: one request tries it. Not there for `system`.',
            }),
          ),
          running: Type.Optional(Type.Integer({ description: 'Requests that are at the target.' })),
          waiting: Type.Optional(Type.Integer({ description: 'Requests that wait for room at it.' })),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    guards: Type.Array(Type.Object({ name: Text, asked: Type.Boolean() }, { additionalProperties: false }), {
      description:
        'Guards that policies demand of this request, in order. One that may have effects is not asked here, and taken to let it pass.',
    }),
    resources: Type.Array(
      Type.Object(
        {
          type: Text,
          identifier: Text,
          expected_state: Text,
          actual_state: Type.Optional(Text),
          reason: Type.Optional(Text),
          details: Type.Optional(Type.Record(Text, Type.Unknown())),
          error: Type.Optional(OutcomeError),
        },
        { additionalProperties: false },
      ),
    ),
    trace_id: Text,
  },
  { additionalProperties: false, title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
export type ExplainedStep = Explanation['steps'][number];
