import Type, { type Static } from 'typebox';
import { Answer } from './answer.ts';
import { Progress } from './progress.ts';

const Events = {
  cursor: Type.Integer({ minimum: 0, description: 'The `seq` of the last event so far handed out.' }),
  events: Type.Array(
    Type.Object(
      { seq: Type.Integer({ minimum: 1, description: 'Counts up by one.' }), progress: Progress },
      { additionalProperties: false },
    ),
    { description: 'What was reported after the cursor that was polled with, in order.' },
  ),
  missed: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Events after that cursor that are no longer kept; left out: none.' }),
  ),
};

/** 202 of long polling: the exchange goes on, or more events are to be fetched. */
export const PollPending = Type.Object(
  {
    ticket: Type.String({ description: 'Names the exchange towards any replica.' }),
    ...Events,
    retry_after_ms: Type.Integer({ minimum: 0, description: 'How long to wait before the next poll.' }),
    trace_id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'W3C trace id of the exchange.' }),
  },
  { additionalProperties: false, title: 'PollPending' },
);
export type PollPending = Static<typeof PollPending>;

/** 200 of long polling: the exchange has ended. */
export const PollEnd = Type.Object(
  {
    ...Events,
    answer: Answer,
    status: Type.Integer({ description: 'The HTTP status that this answer has on `POST /mcp/v2`.' }),
  },
  { additionalProperties: false, title: 'PollEnd' },
);
export type PollEnd = Static<typeof PollEnd>;
