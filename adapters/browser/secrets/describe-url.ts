import { isSecretParameter, MASK } from '../../../contracts/secrets.ts';

const MAX_CHARS = 300;

/**
 * An address for answers and logs: no user name or password, secret-like parameters masked, shortened. With `from`,
 * the origin is left out where it is the same.
 */
export function describeUrl(address: string, from?: string): string {
  // What can't be taken apart can't be rid of its secrets: `http://ada:hunter2@` is no address.
  if (!URL.canParse(address)) return address === '' ? '' : '(unreadable address)';
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return shorten(url.protocol === 'about:' ? address : url.protocol);
  const path = `${url.pathname}${maskQuery(url.search)}${maskHash(url.hash)}`;
  const sameOrigin = from !== undefined && URL.canParse(from) && new URL(from).origin === url.origin;
  return shorten(sameOrigin ? path : `${url.origin}${path}`);
}

function maskQuery(search: string): string {
  if (search === '') return '';
  const pairs = search.slice(1).split('&');
  return `?${pairs.map((pair) => (isSecretParameter(pair.split('=')[0] ?? '') ? `${pair.split('=')[0]}=${MASK}` : pair)).join('&')}`;
}

/** Fragments carry routes (`#/cart`) or, in OAuth answers, tokens (`#access_token=…`). */
function maskHash(hash: string): string {
  return hash.includes('=') ? '#***' : hash;
}

export function shorten(text: string, maxChars = MAX_CHARS): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}
