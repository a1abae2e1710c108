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
    context: { id: '$ID', business_key: BUSINESS_KEY },
    resources: [],
    payload: { url: `${origin}/demo/login` },
  };
  return `OPENED=$(${post(`${origin}/mcp/v2`, quote(request))}); echo "$OPENED"`;
}

/** The account is the one that the demo login page itself shows. */
function loginLine(origin: string): string {
  const request = {
    client_capabilities: defaultCapabilities({
      supported_actions: ['login_with_password'],
      preferred_encoding: 'none',
    }),
    intent: { type: 'authentication', sub_type: 'login_with_password' },
    context: { id: `$(echo "$OPENED" | ${take('next_id')})`, business_key: BUSINESS_KEY },
    resources: [
      { type: 'browser_target', identifier: `$(echo "$OPENED" | ${take('page')})`, state: 'attached' },
      { type: 'dom_element', identifier: '#login-btn', state: 'visible_enabled' },
    ],
    payload: {
      username: 'zhangsan',
      password: 'open-parcel-7',
      selectors: { username: '#username', password: '#password', submit: '#login-btn' },
      success: { url: '/demo/dashboard' },
    },
  };
  return `${post(`${origin}/mcp/v2`, quote(request))}; echo`;
}

/** JSON as one word for the shell; values that start with a dollar sign are left for it to fill in. */
function quote(request: object): string {
  const fillIns: string[] = [];
  const json = JSON.stringify(request, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('$')) return value;
    return `<${fillIns.push(value) - 1}>`;
  });
  return `'${json.replace(/<(\d+)>/g, (_mark, index: string) => `'"${fillIns[Number(index)]}"'`)}'`;
}
