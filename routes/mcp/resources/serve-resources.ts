import {
  isInputRequiredResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  type ReadResourceResult,
  type Server,
} from '@modelcontextprotocol/server';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Hail } from '../../../src/core/arrival.ts';
import type { Core } from '../../../src/core/core.ts';
import { mayHave, type OfferBehind } from '../../../src/core/mcp/mcp-offers.ts';
import type { Permissions } from '../../../src/core/permissions.ts';
import { guarded } from '../guarded.ts';
import { degradedMeta, listHint } from '../list-hints.ts';
import type { McpOptions } from '../mcp-options.ts';
import { pageOf } from '../page.ts';
import { readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { routeBehind } from '../route-behind.ts';
import { listOwnResources, listOwnTemplates, readOwnResource } from './own-resources.ts';

/** Has a server answer `resources/list`, `resources/templates/list` and `resources/read`. */
export function serveResources({ served }: McpOptions): (server: Server) => void {
  return (server) => {
    server.setRequestHandler(
      'resources/list',
      guarded(served, ({ params }, context) => {
        const core = served.core();
        const hail = readHail(context);
        const { permissions } = hail.principal;
        const listed = [...listOwnResources(core, permissions), ...listBehind(core.mcpOffers.resources, permissions)];
        const { items, ...more } = pageOf(core, hail, inOrder(listed, 'uri'), (one) => String(one.uri), params?.cursor);
        // `as`: ours, or read by the client of the server that it is of
        return {
          resources: items as unknown as ListResourcesResult['resources'],
          ...more,
          ...listHint(core, hail),
          ...degradedMeta(core, hail),
        };
      }),
    );
    server.setRequestHandler(
      'resources/templates/list',
      guarded(served, ({ params }, context) => {
        const core = served.core();
        const hail = readHail(context);
        const { permissions } = hail.principal;
        const listed = [...listOwnTemplates(), ...listBehind(core.mcpOffers.templates, permissions)];
        const { items, ...more } = pageOf(
          core,
          hail,
          inOrder(listed, 'uriTemplate'),
          (one) => String(one.uriTemplate),
          params?.cursor,
        );
        const resourceTemplates = items as unknown as ListResourceTemplatesResult['resourceTemplates']; // `as`: as above
        return { resourceTemplates, ...more, ...listHint(core, hail), ...degradedMeta(core, hail) };
      }),
    );
    server.setRequestHandler(
      'resources/read',
      guarded(served, async (message, context) => {
        const core = served.core();
        const hail = readHail(context);
        const { permissions } = hail.principal;
        const { uri } = message.params;
        const own = readOwnResource(core, permissions, uri);
        if (own !== undefined) return { ...own, ...listHint(core, hail) };
        const { intentKey } = findBehind(core, permissions, uri) ?? {};
        if (intentKey === undefined) throw noSuchResource(core, hail, uri);
        const read = await routeBehind(core, { intentKey, payload: { uri }, message, context, server });
        return isInputRequiredResult(read) ? read : resourceRead(read);
      }),
    );
  };
}

/** By its address, then by the first template that it fits. */
function findBehind({ mcpOffers }: Core, permissions: Permissions, uri: string): OfferBehind | undefined {
  const named = mcpOffers.resources.get(uri);
  if (named !== undefined && mayHave(permissions, named)) return named;
  return [...mcpOffers.templates.values()].find((template) => template.matches(uri) && mayHave(permissions, template));
}

function listBehind(offers: ReadonlyMap<string, OfferBehind>, permissions: Permissions): JsonObject[] {
  return [...offers.values()].filter((offer) => mayHave(permissions, offer)).map(({ listed }) => listed);
}

function inOrder(listed: readonly JsonObject[], key: string): JsonObject[] {
  return [...listed].sort((left, right) => (String(left[key]) < String(right[key]) ? -1 : 1));
}

/** How long it holds is passed on where the server says it. It was read for one caller. */
function resourceRead({ contents, _meta, ttlMs }: JsonObject): ReadResourceResult {
  return {
    contents,
    ...(_meta !== undefined && { _meta }),
    ttlMs: Number.isInteger(ttlMs) ? ttlMs : 0,
    cacheScope: 'private',
  } as unknown as ReadResourceResult; // `as`: in MCP's shape, as the result of the intent has to be
}

function noSuchResource(core: Core, hail: Hail, uri: string): ProtocolError {
  const asked = uri.slice(0, 256);
  const why = failure('not_found', `There is no resource ${JSON.stringify(asked)}`, {
    hint: 'resources/list and resources/templates/list name all that there are for this caller.',
  });
  const { code, message, data } = refusal(core, hail, why);
  return new ProtocolError(code, message, { ...Object(data), uri: asked });
}
