import type { Catalogue } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { V1Actions } from '../../src/core/v1/compile-actions.ts';
import { toJson } from './example-request.ts';
import { openApiPaths } from './openapi-paths.ts';
import { OPENAPI_HEADERS } from './openapi-responses.ts';
import { openApiSchemas } from './openapi-schemas.ts';
import { openApiV1 } from './openapi-v1.ts';

const BEARER: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key of the service, or a token of its issuer (JWT); left out where the service asks nobody who they are.',
};

/**
 * The OpenAPI 3.1 document of what is on offer. Intents and resource types are listed under `x-waybill`, too. `v1`: the
 * actions of the old style, where their door is open.
 */
export function buildOpenApi(catalogue: Catalogue, version: string, v1?: V1Actions): JsonObject {
  const old = v1 && openApiV1(v1);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Waybill',
      version,
      summary: 'A stateless MCP v2 semantic router: one self-contained request in, one proven outcome out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'intents', description: 'One self-contained request in, one proven outcome out.' },
      { name: 'polling', description: 'The same for clients that can neither stream nor wait.' },
      {
        name: 'contexts',
        description: 'Names for the steps of a business flow, minted by the service and kept nowhere.',
      },
      { name: 'operating', description: 'For those who run the service.' },
    ],
    paths: { ...openApiPaths(catalogue), ...old?.paths },
    components: {
      schemas: { ...openApiSchemas(catalogue), ...old?.schemas },
      headers: OPENAPI_HEADERS,
      securitySchemes: { bearer: BEARER },
    },
    security: [{}, { bearer: [] }], // without, where the configuration asks nobody who they are
    'x-waybill': {
      intents: catalogue.intents.map(({ key, title, description, effect, actions, requires, targets }) =>
        toJson({ key, title, description, effect, actions, requires, targets }),
      ),
      resource_types: toJson(catalogue.resourceTypes),
    },
  };
}
