import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { chooseAuth } from './choose-auth.ts';
import { createExampleChooser } from './choose-example.ts';
import { chooseServer } from './choose-server.ts';
import { draftIntent } from './draft-intent.ts';
import type { ImportWishes } from './import-wishes.ts';
import { type LeftOut, listOperations, toObject, toSnakeCase } from './list-operations.ts';
import type { OpenApiDocument } from './read-document.ts';
import { selectOperations } from './select-operations.ts';

/** What became of a document: one target of kind `http`. Texts of the document in it are as they are there. */
export interface Imported {
  readonly target: string;
  readonly title: string;
  readonly connection: JsonObject;
  readonly intents: ReadonlyMap<string, JsonObject>;
  /** Parameters that go with every request, with references to the environment. */
  readonly query: Readonly<Record<string, string>>;
  readonly variables: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOut[];
  /** What was changed on the way, and what is to be known. */
  readonly notes: readonly LeftOut[];
}

const MOST_TARGET_CHARACTERS = 30;

/** The wanted operations of a document as the intents of a target, or what is wrong with the wishes. */
export function importOpenApi(
  document: OpenApiDocument,
  wishes: ImportWishes,
): Imported | { readonly problem: string } {
  const listed = listOperations(document);
  const selected = selectOperations(listed.operations, wishes);
  if ('problem' in selected) return selected;
  const served = chooseServer(document, selected.operations, wishes.baseUrl);
  if ('problem' in served) return served;
  const { target = nameOf(document) } = wishes;
  const proven = chooseAuth(document, served.operations, toSnakeCase(target).toUpperCase(), served.baseUrl);
  const leftOut: LeftOut[] = [...listed.leftOut, ...served.leftOut];
  const notes: LeftOut[] = proven.notes.map((why) => ({ what: target, why }));
  const intents = new Map<string, JsonObject>();
  const chooseExample = createExampleChooser();
  for (const operation of served.operations) {
    const what = `${operation.method.toUpperCase()} ${operation.path}`;
    const unproven = proven.leftOut.get(operation);
    const draft = unproven === undefined ? draftIntent(document, operation) : { unreadable: unproven };
    if ('unreadable' in draft) {
      leftOut.push({ what, why: draft.unreadable });
      continue;
    }
    const key = freeKey(`${target}.${operation.name}`, intents, (taken) =>
      notes.push({ what, why: `${taken} is taken already, so that it has a number behind it` }),
    );
    const example = chooseExample(toObject(draft.section.payload), draft.examples);
    intents.set(key, { ...draft.section, ...(example !== undefined && { example: { payload: example } }) });
    for (const lost of draft.lost) notes.push({ what: key, why: `left out ${lost}` });
  }
  return {
    target,
    title: titleOf(document),
    connection: connectionOf(served.baseUrl, proven.auth, proven.headers),
    intents,
    query: proven.query,
    variables: proven.variables,
    leftOut,
    notes,
  };
}

function connectionOf(
  baseUrl: string,
  auth: JsonObject | undefined,
  headers: Readonly<Record<string, string>>,
): JsonObject {
  return {
    base_url: baseUrl,
    ...(auth !== undefined && { auth }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function freeKey(wanted: string, taken: ReadonlyMap<string, JsonValue>, tell: (key: string) => void): string {
  if (!taken.has(wanted)) return wanted;
  tell(wanted);
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number += 1;
  return `${wanted}_${number}`;
}

function titleOf({ root }: OpenApiDocument): string {
  const { title, version } = toObject(root.info);
  return [title, version].filter((text) => typeof text === 'string' && text !== '').join(' ');
}

/** A name that a target can have: the first words of the title. */
function nameOf({ root }: OpenApiDocument): string {
  const { title } = toObject(root.info);
  const words = (typeof title === 'string' ? title.slice(0, 200) : '').toLowerCase().match(/[a-z0-9]+/g) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.replace(/^\d+/, '') : `${name}_${word}`;
    if (longer.length > MOST_TARGET_CHARACTERS) break;
    name = longer;
  }
  return name === '' ? 'api' : name;
}
