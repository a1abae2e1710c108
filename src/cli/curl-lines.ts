import { defaultCapabilities } from '../../client/default-capabilities.ts';

const DOMAIN = 'login-flow';
const BUSINESS_KEY = 'demo';

/** Three lines for a POSIX shell, to be pasted one after the other; each takes what it needs from the one before. */
export function curlLines(origin: string): string[] {
  return [mintLine(origin), openLine(origin), loginLine(origin)];
}

/** Takes one string member out of an answer, which is on one line; needs nothing but sed. */
function take(member: string): string {
  return `sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/'`;
}

function post(url: string, body: string): string {
  return `curl -s ${url} -H 'content-type: application/json' -d ${body}`;
}

function mintLine(origin: string): string {
  const body = JSON.stringify({ domain: DOMAIN, business_key: BUSINESS_KEY });
  return `ID=$(${post(`${origin}/mcp/v2/contexts`, `'${body}'`)} | ${take('id')}); echo "$ID"`;
}

function openLine(origin: string): string {
  const request = {
    client_capabilities: defaultCapabilities({ supported_actions: ['open'], preferred_encoding: 'none' }),
    intent: { type: 'page', sub_type: 'open' },
    context: { id: 'ID', business_key: BUSINESS_KEY },
    resources: [],
    payload: { url: `${origin}/demo/login` },
  };
  const body = JSON.stringify(request).replace('"id":"ID"', `"id":"'"$ID"'"`);
  return `OPENED=$(${post(`${origin}/mcp/v2`, `'${body}'`)}); echo "$OPENED"`;
}

function loginLine(origin: string): string {
  const request = {
    client_capabilities: defaultCapabilities({
      supported_actions: ['login_with_password'],
      preferred_encoding: 'none',
    }),
    intent: { type: 'authentication', sub_type: 'login_with_password' },
    context: { id: 'NEXT', business_key: BUSINESS_KEY },
    resources: [{ type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled', wait_ms: 2000 }],
    payload: {},
  };
  const next = `$(echo "$OPENED" | ${take('next_id')})`;
  const body = JSON.stringify(request).replace('"id":"NEXT"', `"id":"'"${next}"'"`);
  return post(`${origin}/mcp/v2`, `'${body}'`);
}
