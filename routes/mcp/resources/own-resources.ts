import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { IntentDeclaration } from '../../../contracts/adapter.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';
import type { Core } from '../../../src/core/core.ts';
import type { Permissions } from '../../../src/core/permissions.ts';
import { toolNameOf } from '../../../src/core/tools/tool-name.ts';
import { exampleRequest, toJson } from '../../documents/example-request.ts';
import { intentsOf } from './intents-of.ts';
import { OWN_SCHEMAS } from './own-schemas.ts';

const JSON_TYPE = 'application/json';
const CATALOGUE = 'waybill://catalogue';

/** What stands for one thing of several. */
interface OwnKind {
  /** Between `waybill://` and the name of the thing. */
  readonly folder: string;
  /** The one variable of the template. */
  readonly variable: string;
  readonly title: string;
  readonly description: string;
  names(core: Core, permissions: Permissions): readonly string[];
  /** Of a name that is there. */
  titleOf(core: Core, name: string): string;
  read(core: Core, name: string): JsonValue;
}

const INTENTS: OwnKind = {
  folder: 'intents',
  variable: 'key',
  title: 'An intent',
  description: 'What an intent does and needs: its schemas, and an example as a request and as a call of its tool.',
  names: (core, permissions) => intentsOf(core, permissions).map(({ declaration }) => declaration.key),
  titleOf: ({ offers }, key) => offers.intents.get(key)?.declaration.title ?? key,
  read: (core, key) => {
    const declaration = core.offers.intents.get(key)?.declaration;
    return declaration === undefined ? null : tellIntent(core, declaration);
  },
};

const RESOURCE_TYPES: OwnKind = {
  folder: 'resource-types',
  variable: 'type',
  title: 'A type of resource',
  description: 'The states that a resource may be expected in, and what its identifier looks like.',
  names: (core, permissions) => typesOf(core, permissions),
  titleOf: (_core, type) => type,
  read: ({ offers }, type) => {
    const offered = offers.resourceTypes.get(type);
    return toJson({ ...offered?.declaration, targets: offered?.targets.map(({ name }) => name) });
  },
};

const SCHEMAS: OwnKind = {
  folder: 'schemas',
  variable: 'name',
  title: 'A schema',
  description: 'A JSON schema of requests and answers of the contract 2.0.',
  names: () => [...OWN_SCHEMAS.keys()],
  titleOf: (_core, name) => `The schema of ${name}`,
  read: (_core, name) => toJson(OWN_SCHEMAS.get(name)),
};

export const OWN_KINDS: readonly OwnKind[] = [INTENTS, RESOURCE_TYPES, SCHEMAS];

/** `resources/list` of what the service tells of itself, as far as a principal may use it. */
export function listOwnResources(core: Core, permissions: Permissions): JsonObject[] {
  const catalogue = {
    uri: CATALOGUE,
    name: 'catalogue',
    title: 'The catalogue',
    description: 'Every intent and type of resource on offer, in short.',
    mimeType: JSON_TYPE,
  };
  const things = OWN_KINDS.flatMap((kind) =>
    kind.names(core, permissions).map((name) => ({
      uri: uriOf(kind, name),
      name,
      title: kind.titleOf(core, name),
      mimeType: JSON_TYPE,
    })),
  );
  return [catalogue, ...things];
}

export function listOwnTemplates(): JsonObject[] {
  return OWN_KINDS.map(({ folder, variable, title, description }) => ({
    uriTemplate: `waybill://${folder}/{${variable}}`,
    name: folder,
    title,
    description,
    mimeType: JSON_TYPE,
  }));
}

/** `resources/read` of one of them; undefined where there is none, or this principal may not use it. */
export function readOwnResource(core: Core, permissions: Permissions, uri: string): ReadResourceResult | undefined {
  const told = uri === CATALOGUE ? tellCatalogue(core, permissions) : tellThing(core, permissions, uri);
  if (told === undefined) return undefined;
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(told, null, 2) }] };
}

function tellThing(core: Core, permissions: Permissions, uri: string): JsonValue | undefined {
  for (const kind of OWN_KINDS) {
    const name = kind.names(core, permissions).find((candidate) => uriOf(kind, candidate) === uri);
    if (name !== undefined) return kind.read(core, name);
  }
  return undefined;
}

function uriOf({ folder }: OwnKind, name: string): string {
  return `waybill://${folder}/${encodeURIComponent(name)}`;
}

/** What the intents that a principal may ask for need, and what the targets look at that these lead to. */
function typesOf(core: Core, { grants }: Permissions): readonly string[] {
  return [...core.offers.resourceTypes]
    .filter(([, { targets }]) => targets.some(({ name }) => grants.some((grant) => grant.target(name))))
    .map(([type]) => type)
    .sort();
}

function tellCatalogue(core: Core, permissions: Permissions): JsonValue {
  return toJson({
    intents: intentsOf(core, permissions).map(({ declaration }) => {
      const { key, title, description, effect, requires } = declaration;
      return { key, title, description, effect, requires, tool: toolOf(core, key), uri: uriOf(INTENTS, key) };
    }),
    resource_types: typesOf(core, permissions).map((type) => ({ type, uri: uriOf(RESOURCE_TYPES, type) })),
  });
}

function tellIntent(core: Core, declaration: IntentDeclaration): JsonValue {
  const { mcp: _theirs, example, ...told } = declaration;
  const tool = toolOf(core, declaration.key);
  const waybill = example.resources.length > 0 ? { waybill: { resources: example.resources } } : {};
  return toJson({
    ...told,
    targets: core.routes.get(declaration.key)?.map(({ target }) => target.name),
    example: {
      request: exampleRequest(declaration),
      ...(tool !== undefined && { tool_call: { name: tool, arguments: { ...example.payload, ...waybill } } }),
    },
  });
}

/** The name of the tool that an intent is; undefined where it is none. */
function toolOf({ tools }: Core, key: string): string | undefined {
  const name = toolNameOf(key);
  return name !== undefined && tools.byName.get(name)?.intent.declaration.key === key ? name : undefined;
}
