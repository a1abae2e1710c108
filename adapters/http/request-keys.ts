import Type, { type Static } from 'typebox';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

const Values = (description: string) => Type.Optional(Type.Object({}, { additionalProperties: true, description }));

/** What a configuration says of one HTTP request. */
export const REQUEST_KEYS = {
  method: Type.Optional(
    Type.Enum(METHODS, { description: 'The method. Left out: POST with `body` or `form`, else GET.' }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: '^/',
      maxLength: 4000,
      description:
        'A template, behind the path of `base_url`. Each value in it is encoded, so that it can not leave its segment.',
    }),
  ),
  query: Values('Templates: parameters by name. A list is a parameter for each of its items.'),
  headers: Values('Templates: headers by name. A list is one header, its items with commas between them.'),
  body: Type.Optional(Type.Unknown({ description: 'A JSON template: the body as JSON.' })),
  form: Values('Templates: the body as a form (application/x-www-form-urlencoded).'),
};

/** Where a request may go to an address that somebody else has named. */
export const URL_KEY = {
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'Instead of `path`: a template that comes to an address.',
    }),
  ),
};

const RequestSection = Type.Object({ ...REQUEST_KEYS, ...URL_KEY });
export type RequestSection = Static<typeof RequestSection>;
