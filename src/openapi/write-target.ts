import { Document, isMap, isScalar, isSeq, visit } from 'yaml';
import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { isRecord } from '../core/is-record.ts';
import { clipText } from './clip-text.ts';
import type { Imported } from './import-openapi.ts';

const HEAD = [
  'Look through it before it serves anybody: the effect of an intent is that of its method, which not every API keeps to, and whoever may',
  'call an intent acts with the credentials of this target. Of results names and types are described, and nothing is required.',
];

/** The target as a configuration file, with comments for whoever goes on with it. */
export function writeTarget(imported: Imported): string {
  const { target, title, connection, variables } = imported;
  const document = new Document(configOf(imported), { aliasDuplicateObjects: false });
  const from = clipText(title, 200) || 'an OpenAPI document';
  const set = [...variables].map(([name, what]) => `  ${name}: ${clipText(what, 200)}`);
  const lines = [
    `Imported from ${from}.`,
    ...HEAD,
    ...(set.length > 0 ? ['Set in the environment of the service:', ...set] : []),
  ];
  document.commentBefore = lines.map((line) => ` ${line}`).join('\n');
  separateIntents(document.getIn(['adapters', target, 'intents'], true));
  shorten(document);
  comment(
    document.getIn(['adapters', target], true),
    'auth',
    AUTH_COMMENTS[String(Reflect.get(Object(connection.auth), 'type'))],
  );
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const AUTH_COMMENTS: Readonly<Record<string, string>> = {
  oauth2_client_credentials: ' scope: what the tokens are to be good for, where the issuer asks for it',
};

function configOf({ target, connection, intents, query }: Imported): JsonObject {
  const sections = [...intents].map(([key, section]) => {
    // Only texts of the document are escaped: what is added here refers to the environment.
    const escaped = escapeReferences(section) as JsonObject; // `as`: an object stays one
    const inQuery = Object.keys(query).length === 0 ? {} : { query: { ...Object(escaped.query), ...query } };
    return [key, { ...escaped, ...inQuery }] as const;
  });
  return { adapters: { [target]: { kind: 'http', ...connection, intents: Object.fromEntries(sections) } } };
}

/** What a document says with `${` in it is meant as it stands there. */
function escapeReferences(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(escapeReferences);
  if (!isRecord(value)) return value;
  // `as`: a part of a JSON value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [key, escapeReferences(member)]),
  );
}

function separateIntents(intents: unknown): void {
  if (!isMap(intents)) return;
  for (const { key } of intents.items.slice(1)) if (isScalar(key)) key.spaceBefore = true;
}

/** `type: [string, "null"]` on one line, and what holds nothing but that. */
function shorten(document: Document): void {
  visit(document, {
    Scalar(_key, scalar) {
      // Unquoted, a password of digits would be read as a number.
      if (typeof scalar.value === 'string' && scalar.value.startsWith('${')) scalar.type = 'QUOTE_DOUBLE';
    },
    Seq(_key, list) {
      if (list.items.length <= MOST_IN_LINE && list.items.every((item) => isScalar(item) && isShort(item.value)))
        list.flow = true;
    },
  });
  visit(document, {
    Map(_key, map) {
      const [only, second] = map.items;
      if (second !== undefined || only === undefined) return;
      const { key, value } = only;
      if (!isScalar(key) || key.value !== 'type') return;
      if (isScalar(value) || (isSeq(value) && value.flow === true)) map.flow = true;
    },
  });
}

const MOST_IN_LINE = 5;

function isShort(value: unknown): boolean {
  return typeof value !== 'string' || value.length <= 20;
}

function comment(section: unknown, name: string, text: string | undefined): void {
  if (text === undefined || !isMap(section)) return;
  const key: unknown = section.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key;
  if (isScalar(key)) key.commentBefore = text;
}
