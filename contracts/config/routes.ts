import Type from 'typebox';
import { RouteNonce } from './nonce.ts';
import { Milliseconds } from './whole-numbers.ts';

const RouteConfig = Type.Object(
  {
    match: Type.Object(
      {
        type: Type.String({ minLength: 1, description: 'Intent type; * stands for any run of characters.' }),
        sub_type: Type.Optional(Type.String({ minLength: 1, description: 'With * as above; left out: any.' })),
        domain: Type.Optional(
          Type.String({ minLength: 1, description: 'Context domain, with * as above; left out: any.' }),
        ),
      },
      { additionalProperties: false },
    ),
    target: Type.String({ minLength: 1, description: 'A name under `adapters`, or `system`.' }),
    timeout_ms: Milliseconds(
      1,
      3_600_000,
      30_000,
      'The longest that a request may take; its own timeout_ms may shorten it',
    ),
    nonce: Type.Optional(RouteNonce),
  },
  { additionalProperties: false },
);

export const RoutesConfig = Type.Array(RouteConfig, {
  description: "First match wins. Without any, each target's own intent keys are routed to it; `system` always is.",
});
