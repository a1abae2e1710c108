import type { JsonObject } from '../../contracts/json.ts';
import { isSecretName, maskSecrets } from '../../contracts/secrets.ts';
import { isRecord } from '../core/is-record.ts';
import type { Variables } from './variables.ts';

/** What a host puts in the place of it: `${NAME}`, `${NAME:-else}`, `${env:NAME}`, `${input:name}`. */
const HOST_REFERENCE = /\$\{(?:(env|input):)?([A-Za-z_][\w.-]*)(?::-[^}]*)?\}/g;
const ONE_REFERENCE = /^\$\{(?:(?:env|input):)?[A-Za-z_][\w.-]*(?::-[^}]*)?\}$/;
const BEARER = /^bearer\s+(\S+)$/i;

/** One server as a host describes it, as the options of a target of kind `mcp`; or why it is none. */
export function translateServer(
  name: string,
  server: unknown,
  variables: Variables,
): { readonly options: JsonObject } | { readonly problem: string } {
  if (!isRecord(server)) return { problem: 'it is no object' };
  if (server.disabled === true || server.enabled === false) return { problem: 'the host has it switched off' };
  const inHost = new HostTexts(name, variables);
  const url = server.url ?? server.serverUrl ?? server.httpUrl;
  if (typeof url === 'string') return translateAddress(server, url, inHost);
  // An older form of Zed's holds the command as an object.
  const own = isRecord(server.command) ? server.command : server;
  const command = own.command ?? own.path;
  if (typeof command === 'string' && command !== '') return translateCommand(own, command, inHost);
  return { problem: 'it has neither a command nor an address' };
}

function translateAddress(server: Record<string, unknown>, url: string, inHost: HostTexts) {
  if (server.type === 'sse' || server.transport === 'sse') {
    return { problem: 'it is reached by the old transport of events (sse): give its streamable HTTP address' };
  }
  const headers: Record<string, string> = {};
  let bearer: string | undefined;
  for (const [header, value] of Object.entries(isRecord(server.headers) ? server.headers : {})) {
    const token = header.toLowerCase() === 'authorization' ? BEARER.exec(String(value))?.[1] : undefined;
    if (token !== undefined) bearer = inHost.secret('token', token, `header ${header}, behind "Bearer "`);
    else headers[header] = inHost.secret(header, String(value), `header ${header}`);
  }
  return {
    options: {
      url: inHost.text('url', url, 'address'),
      ...(bearer !== undefined && { bearer }),
      ...(Object.keys(headers).length > 0 && { headers }),
    },
  };
}

function translateCommand(server: Record<string, unknown>, command: string, inHost: HostTexts) {
  const given = Array.isArray(server.args) ? server.args.map(String) : [];
  const environment = Object.entries(isRecord(server.env) ? server.env : {}).map(([variable, value]) => [
    variable,
    inHost.secret(variable, String(value ?? ''), `env ${variable}`),
  ]);
  const list = given.map((text, index) => {
    const before = given[index - 1] ?? '';
    const what = `argument ${index + 1}`;
    // What follows `--api-key`, but for the next option.
    const isSecret = before.startsWith('-') && isSecretName(before) && !before.includes('=') && !text.startsWith('-');
    return isSecret ? inHost.secret(before, text, what) : inHost.text(`argument ${index + 1}`, text, what);
  });
  const { cwd } = server;
  return {
    options: {
      command: inHost.text('command', command, 'command'),
      ...(list.length > 0 && { arguments: list }),
      ...(typeof cwd === 'string' && { directory: inHost.text('cwd', cwd, 'cwd') }),
      ...(environment.length > 0 && { environment: Object.fromEntries(environment) }),
    },
  };
}

/** The texts of one server. */
class HostTexts {
  readonly #server: string;
  readonly #variables: Variables;

  constructor(server: string, variables: Variables) {
    this.#server = server;
    this.#variables = variables;
  }

  /** A text that may well be secret: by a variable, or as the host refers to one. */
  secret(name: string, text: string, what: string): string {
    if (ONE_REFERENCE.test(text)) return this.#translated(text);
    const wished = /^[A-Z][A-Z0-9_]*$/.test(name) && name.includes('_') ? name : `${this.#server} ${name}`;
    return this.#variables.refer(wished, text, `${what} of ${this.#server}`);
  }

  /** A text that is written as it is, unless it looks like a secret. */
  text(name: string, text: string, what: string): string {
    const plain = text.replace(HOST_REFERENCE, '');
    return maskSecrets(plain) === plain ? this.#translated(text) : this.secret(name, text, what);
  }

  #translated(text: string): string {
    const parts = text.split(HOST_REFERENCE); // text, kind, name, text, kind, name, …
    return parts
      .map((part, index) => {
        if (index % 3 === 0) return (part ?? '').replaceAll('${', () => '$${');
        if (index % 3 === 1) return '';
        const isInput = parts[index - 1] === 'input';
        return this.#variables.take(part ?? '', isInput ? `what the host asks for as ${part}` : 'as in the host');
      })
      .join('');
  }
}
