import Type, { type Static } from 'typebox';

const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4000, description }));

/** How the service proves to an upstream who it is. Nothing of a caller's own credentials is passed on. */
export const AuthSection = Type.Object(
  {
    type: Type.Enum(['none', 'header', 'basic', 'bearer', 'oauth2_client_credentials'] as const, {
      description: 'How the service proves who it is; the other keys of `auth` depend on it.',
    }),
    name: Text('`header`: its name, such as X-Api-Key.'),
    value: Text('`header`: its value, from the environment.'),
    username: Text('`basic`: the user.'),
    password: Text('`basic`: the password, from the environment.'),
    token: Text('`bearer`: the token, from the environment.'),
    token_url: Text('`oauth2_client_credentials`: the token endpoint. https, or http on loopback.'),
    client_id: Text('`oauth2_client_credentials`: the client.'),
    client_secret: Text('`oauth2_client_credentials`: its secret, from the environment.'),
    client_auth: Type.Optional(
      Type.Enum(['basic', 'post'] as const, {
        description:
          '`oauth2_client_credentials`: whether the secret goes in a header or in the body. Left out: `basic`.',
      }),
    ),
    scope: Text('`oauth2_client_credentials`: the scopes, with spaces between them.'),
    audience: Text('`oauth2_client_credentials`: the API that the token is for, where the issuer asks for it.'),
  },
  { additionalProperties: false, description: 'Left out: none.' },
);
export type AuthSection = Static<typeof AuthSection>;
