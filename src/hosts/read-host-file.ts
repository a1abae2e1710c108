import { isRecord } from '../core/is-record.ts';

/** Where hosts keep their servers: Claude, Cursor and Windsurf; VS Code, in a file of its own or among its settings; Zed. */
const PLACES: readonly (readonly string[])[] = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']];

const COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const LAST_COMMA = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;

/** The MCP servers in the configuration file of a host, by name. Comments and commas behind the last member are no problem. */
export function readHostFile(
  text: string,
): { readonly servers: ReadonlyMap<string, unknown> } | { readonly problem: string } {
  const json = parse(text);
  if (json === undefined) return { problem: 'this is no JSON' };
  for (const place of PLACES) {
    const servers = at(json, place);
    if (isRecord(servers)) return { servers: new Map(Object.entries(servers)) };
  }
  const places = PLACES.map((place) => place.join('.')).join(', ');
  return { problem: `no servers are in it: expected one of ${places}` };
}

/** Its own words would show what stands in the file. */
function parse(text: string): unknown {
  const keep = (_found: string, quoted: string | undefined): string => quoted ?? '';
  try {
    return JSON.parse(
      text
        .replace(/^\uFEFF/, '')
        .replace(COMMENT, keep)
        .replace(LAST_COMMA, keep),
    );
  } catch {
    return undefined;
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((found, name) => (isRecord(found) ? found[name] : undefined), value);
}
