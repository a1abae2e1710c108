import type { JsonObject } from '../../contracts/json.ts';
import { type Imported, importOpenApi } from '../../src/openapi/import-openapi.ts';
import type { ImportWishes } from '../../src/openapi/import-wishes.ts';
import { readDocument } from '../../src/openapi/read-document.ts';

/** A document with what every document has, and these parts of it. */
export function documentWith(parts: JsonObject, version = '3.0.3'): string {
  return JSON.stringify({
    openapi: version,
    info: { title: 'Parcels', version: '1' },
    servers: [{ url: 'https://parcels.example/v1' }],
    ...parts,
  });
}

export async function importText(text: string, wishes: Partial<ImportWishes> = {}): Promise<Imported> {
  const document = await readDocument(text);
  if ('problem' in document) throw new Error(document.problem);
  const imported = importOpenApi(document, { tags: [], operations: [], ...wishes });
  if ('problem' in imported) throw new Error(imported.problem);
  return imported;
}

/** What becomes of one operation: the section of its intent, or why it is left out. */
export async function importOperation(
  operation: JsonObject,
  at: { readonly path?: string; readonly method?: string; readonly version?: string; readonly more?: JsonObject } = {},
): Promise<JsonObject> {
  const { path = '/parcels', method = 'post', version, more = {} } = at;
  const whole = { operationId: 'do', responses: {}, ...operation };
  const { intents, leftOut, notes } = await importText(
    documentWith({ ...more, paths: { [path]: { [method]: whole } } }, version),
  );
  const [section] = intents.values();
  return section === undefined
    ? { left_out: leftOut[0]?.why ?? '' }
    : { ...section, notes: notes.map(({ why }) => why) };
}
