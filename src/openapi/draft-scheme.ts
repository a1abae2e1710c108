import type { JsonObject } from '../../contracts/json.ts';
import { toObject, toSnakeCase } from './list-operations.ts';

/** What one security scheme asks of a target. */
export interface SchemeDraft {
  readonly auth?: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What each environment variable has to hold. */
  readonly variables: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

interface Place {
  /** Of the names of environment variables. */
  readonly prefix: string;
  readonly baseUrl: string;
  /** Whether no other scheme goes with it. */
  readonly isOnly: boolean;
}

type Drafted = SchemeDraft | { readonly unsupported: string };

/** Where a secret may go without https. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const EMPTY = { headers: {}, query: {}, variables: new Map<string, string>(), notes: [] };

/** A security scheme as `auth` of a target, or as a header or parameter that goes with every request. */
export function draftScheme(name: string, scheme: JsonObject, place: Place): Drafted {
  const { type, scheme: method } = scheme;
  const kind = type === 'http' ? `http ${String(method).toLowerCase()}` : String(type);
  const drafts: Readonly<Record<string, () => Drafted>> = {
    'http basic': () => draftBasic(place),
    'http bearer': () => draftBearer(place),
    apiKey: () => draftKey(name, scheme, place),
    oauth2: () => draftOAuth(scheme, place),
    openIdConnect: () => draftBearer(place, `${name} is OpenID Connect: get a token, and renew it where it expires`),
  };
  return (
    (Object.hasOwn(drafts, kind) ? drafts[kind] : undefined)?.() ?? {
      unsupported: `it is called with ${name} (${kind.slice(0, 40)}), which is not supported`,
    }
  );
}

function draftBasic({ prefix }: Place): SchemeDraft {
  const [username, password] = [`${prefix}_USERNAME`, `${prefix}_PASSWORD`];
  return {
    ...EMPTY,
    auth: { type: 'basic', username: `\${${username}}`, password: `\${${password}}` },
    variables: new Map([
      [username, 'the user'],
      [password, 'the password'],
    ]),
  };
}

function draftBearer({ prefix }: Place, note?: string): SchemeDraft {
  const token = `${prefix}_TOKEN`;
  return {
    ...EMPTY,
    auth: { type: 'bearer', token: `\${${token}}` },
    variables: new Map([[token, 'the token']]),
    notes: note === undefined ? [] : [note],
  };
}

function draftKey(name: string, { in: where, name: header }: JsonObject, { prefix, isOnly }: Place): Drafted {
  const variable = isOnly ? `${prefix}_API_KEY` : `${prefix}_${toSnakeCase(name).toUpperCase()}`;
  const variables = new Map([[variable, `the API key that goes in ${String(where)} ${String(header)}`]]);
  const value = `\${${variable}}`;
  if (typeof header !== 'string') return { unsupported: `it is called with ${name}, an API key without a name` };
  if (where === 'query') return { ...EMPTY, query: { [header]: value }, variables };
  if (where === 'cookie' && isOnly) {
    return { ...EMPTY, auth: { type: 'header', name: 'Cookie', value: `${header}=${value}` }, variables };
  }
  if (where !== 'header') return { unsupported: `it is called with ${name}, which is no key of a header or query` };
  if (!isOnly) return { ...EMPTY, headers: { [header]: value }, variables };
  return { ...EMPTY, auth: { type: 'header', name: header, value }, variables };
}

function draftOAuth({ flows }: JsonObject, place: Place): SchemeDraft {
  const { tokenUrl, scopes } = toObject(toObject(flows).clientCredentials);
  const url =
    typeof tokenUrl === 'string' && URL.canParse(tokenUrl, place.baseUrl)
      ? new URL(tokenUrl, place.baseUrl)
      : undefined;
  if (url === undefined) {
    return draftBearer(place, 'its OAuth flow needs a person: get a token, and renew it where it expires');
  }
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname)) {
    return draftBearer(place, `its tokens come from ${url.origin}, which anybody can listen to: get one otherwise`);
  }
  const [client, secret] = [`${place.prefix}_CLIENT_ID`, `${place.prefix}_CLIENT_SECRET`];
  const known = Object.keys(toObject(scopes));
  return {
    ...EMPTY,
    auth: {
      type: 'oauth2_client_credentials',
      token_url: url.href,
      client_id: `\${${client}}`,
      client_secret: `\${${secret}}`,
    },
    variables: new Map([
      [client, 'the id of the client'],
      [secret, 'its secret'],
    ]),
    notes: [
      ...(known.length === 0 ? [] : [`auth.scope is left out; the document knows ${known.slice(0, 20).join(', ')}`]),
      ...(url.origin === new URL(place.baseUrl).origin
        ? []
        : [`tokens come from ${url.origin}, which gets the secret`]),
    ],
  };
}
