/** Fields, headers and payload properties whose text is a credential by its name. */
const CREDENTIAL =
  /pass(?!ed)|pwd|secret|token|credential|authorization|cookie|jwt|(api|private|signing|access)[_.-]?key|(^|[_.-])(otp|pin)($|[_.-])/i;
/** In addresses more names are suspect than anywhere else: what stands there is in the log of every server on the way. */
const IN_ADDRESSES = /auth|session|saml|(^|[_.-])(key|code|sid|sig|signature|state|nonce)($|[_.-])/i;

/** Stands where a secret stood. */
export const MASK = '***';

export function isSecretName(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** The same for a parameter of an address. */
export function isSecretParameter(name: string): boolean {
  return CREDENTIAL.test(name) || IN_ADDRESSES.test(name);
}

const HEADER = /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(\s*:\s*)[^\r\n"]+/gi;
const SCHEME = /\b(bearer|basic)(\s+)[\w.~+/-]{8,}=*/gi;
const USER_INFO = /(:\/\/)[^\s/@"]+@/g;
const PARAMETER = /([?&#;]|^|\s)([\w.-]+)=[^\s&#;"')]+/g;
const JSON_MEMBER = /"([\w.-]+)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g;
/** JSON Web Tokens start with `{"` in base64url, sealed and signed ones alike. */
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}(?:\.[\w-]*){2,4}/g;
const API_KEY = /\bwbk_[\w-]{8,}/g;

/** Text of upstreams, clients and errors without what looks like a secret in it, for logs and answers. */
export function maskSecrets(text: string): string {
  return text
    .replace(HEADER, `$1$2${MASK}`)
    .replace(SCHEME, `$1$2${MASK}`)
    .replace(USER_INFO, `$1${MASK}@`)
    .replace(PARAMETER, (found, before: string, name: string) =>
      isSecretParameter(name) ? `${before}${name}=${MASK}` : found,
    )
    .replace(JSON_MEMBER, (found, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${MASK}"` : found,
    )
    .replace(JSON_WEB_TOKEN, MASK)
    .replace(API_KEY, MASK);
}
