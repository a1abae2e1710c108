import Type, { type Static } from 'typebox';

/** How a dialog that the action brings up is answered; every action's payload may hold one under `dialog`. */
export const DialogPolicy = Type.Object(
  {
    action: Type.Enum(['accept', 'dismiss'], { description: 'Press OK, or Cancel.' }),
    text: Type.Optional(
      Type.String({ maxLength: 4096, description: 'What to type into a prompt before accepting it.' }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'How to answer an alert, confirm, prompt or beforeunload dialog that the action brings up; left out: dismiss.',
  },
);
export type DialogPolicy = Static<typeof DialogPolicy>;
