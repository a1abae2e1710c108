import type { JsonValue } from '../../contracts/json.ts';
import { type Operation, toList, toObject } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';

/** Where an operation is served: an address, or why none can be made of what the document says. */
export type Server = { readonly baseUrl: string } | { readonly noAddress: string };

/** The first server of an operation, of its path, or of the document, in this order. */
export function readServer({ root }: OpenApiDocument, { own, ofPath }: Operation): Server {
  const [server] = [own.servers, ofPath.servers, root.servers].map(toList).find((servers) => servers.length > 0) ?? [];
  if (server === undefined) return { noAddress: 'the document names no server' };
  const { url, variables } = toObject(server);
  if (typeof url !== 'string') return { noAddress: 'the document names a server without an address' };
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (written, name: string) => {
    const value: JsonValue | undefined = toObject(toObject(variables)[name]).default;
    return typeof value === 'string' ? value : written;
  });
  return /[{}]/.test(filled) ? noWholeAddress(filled) : checkBaseUrl(filled);
}

/** An address that paths can be put behind. */
export function checkBaseUrl(text: string): Server {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return noWholeAddress(text);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { noAddress: `the server ${shownOf(text)} has more than a host and a path` };
  }
  return { baseUrl: (url.origin + url.pathname).replace(/\/+$/, '') };
}

function noWholeAddress(text: string): Server {
  return { noAddress: `the server is ${shownOf(text)}, which is no whole address` };
}

const shownOf = (text: string): string => JSON.stringify(text.slice(0, 200));
