import type { OptionProblem } from '../../contracts/adapter.ts';
import type { McpTargetOptions } from './mcp-options.ts';

const OF_COMMANDS = ['arguments', 'directory', 'environment', 'pass_environment'] as const;
const OF_ADDRESSES = ['bearer', 'headers'] as const;
/** What the protocol sets, and what frames a request. */
const OURS =
  /^(mcp-.*|accept|connection|content-length|content-type|host|last-event-id|te|trailer|transfer-encoding|upgrade)$/i;

/** What is wrong with options that fit their schema. */
export function checkOptions(options: McpTargetOptions): OptionProblem[] {
  return [...checkWay(options), ...checkUrl(options), ...checkHeaders(options)];
}

function checkWay(options: McpTargetOptions): OptionProblem[] {
  const { command, url } = options;
  if ((command === undefined) === (url === undefined)) {
    const found = command === undefined ? 'neither' : 'both';
    return [{ path: [], message: `either command or url leads to the server, found ${found}` }];
  }
  const [others, way] = command === undefined ? ([OF_COMMANDS, 'command'] as const) : ([OF_ADDRESSES, 'url'] as const);
  return others
    .filter((key) => options[key] !== undefined)
    .map((key) => ({ path: [key], message: `${key} goes with ${way}, which is not there`, hint: 'leave it out' }));
}

function checkUrl({ url }: McpTargetOptions): OptionProblem[] {
  if (url === undefined) return [];
  if (!URL.canParse(url)) return [{ path: ['url'], message: 'this is no address' }];
  const { username, password } = new URL(url);
  if (username === '' && password === '') return [];
  return [{ path: ['url'], message: 'an address with a user in it is not sent', hint: 'use bearer, or headers' }];
}

function checkHeaders({ headers = {}, bearer }: McpTargetOptions): OptionProblem[] {
  return Object.keys(headers).flatMap((name): OptionProblem[] => {
    const path = ['headers', name];
    if (/^authorization$/i.test(name) && bearer !== undefined) {
      return [{ path, message: `the header "${name}" is what bearer stands for`, hint: 'leave one of the two out' }];
    }
    if (!OURS.test(name)) return [];
    return [{ path, message: `the header "${name}" is set by the service`, hint: 'leave it out' }];
  });
}
