import type { LeftOut, Operation } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';
import { checkBaseUrl, readServer } from './read-server.ts';

export interface ChosenServer {
  readonly baseUrl: string;
  /** Those that are served there. */
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOut[];
}

/** The one address that a target has: the wished one, else that of most operations. */
export function chooseServer(
  document: OpenApiDocument,
  operations: readonly Operation[],
  wished: string | undefined,
): ChosenServer | { readonly problem: string } {
  if (wished !== undefined) {
    const server = checkBaseUrl(wished);
    if ('noAddress' in server) return { problem: `--base-url: ${server.noAddress}` };
    return { baseUrl: server.baseUrl, operations, leftOut: [] };
  }
  const servers = operations.map((operation) => ({ operation, server: readServer(document, operation) }));
  const counts = new Map<string, number>();
  for (const { server } of servers) {
    if ('baseUrl' in server) counts.set(server.baseUrl, (counts.get(server.baseUrl) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined) {
    const [first] = servers;
    const why =
      first !== undefined && 'noAddress' in first.server ? first.server.noAddress : 'the document names no server';
    return { problem: `${why}: say where it is by --base-url` };
  }
  const [baseUrl] = best;
  const isThere = (server: (typeof servers)[number]['server']): boolean =>
    'baseUrl' in server && server.baseUrl === baseUrl;
  return {
    baseUrl,
    operations: servers.filter(({ server }) => isThere(server)).map(({ operation }) => operation),
    leftOut: servers
      .filter(({ server }) => !isThere(server))
      .map(({ operation, server }) => ({
        what: `${operation.method.toUpperCase()} ${operation.path}`,
        why:
          'baseUrl' in server
            ? `it is served at ${server.baseUrl}, the others at ${baseUrl}: import it into a target of its own`
            : server.noAddress,
      })),
  };
}
