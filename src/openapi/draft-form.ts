import type { JsonObject, JsonValue } from '../../contracts/json.ts';
import { convertSchema } from './convert-schema.ts';
import { toList, toObject } from './list-operations.ts';
import type { Body } from './read-body.ts';
import type { OpenApiDocument } from './read-document.ts';
import { follow } from './resolve-reference.ts';
import type { SchemaBundle } from './schema-bundle.ts';
import { memberOf, optionalMemberOf } from './template-texts.ts';

/** A body that is sent as a form: its fields as templates, and the schema that holds those and no others. */
export interface DraftForm {
  readonly fields: JsonObject;
  readonly schema: JsonObject;
  readonly leftOut: readonly string[];
}

export function draftForm(
  document: OpenApiDocument,
  bundle: SchemaBundle,
  body: Body,
): DraftForm | { readonly unreadable: string } {
  const followed = follow(document, body.schema);
  if ('unresolved' in followed) return { unreadable: `its form can't be read: ${followed.unresolved}` };
  const { properties, required } = toObject(followed.value);
  const needed = toList(required);
  const written = Object.entries(toObject(properties)).filter(([, schema]) => !bundle.isReadOnly(schema));
  const faults = written.flatMap(([name, schema]): [string, string][] => {
    const why = whyNot(document, schema);
    return why === undefined ? [] : [[name, why]];
  });
  const fault = faults.find(([name]) => needed.includes(name));
  if (fault !== undefined) return { unreadable: `the field ${fault[0]} of its form ${fault[1]}` };
  const faulty = new Map(faults);
  const fields = written.filter(([name]) => !faulty.has(name));
  if (fields.length === 0) return { unreadable: 'its form has no field that can be sent' };
  const names = fields.map(([name]) => name).filter((name) => needed.includes(name));
  const holder = body.required ? 'payload.body' : 'payload.?body';
  const templateOf = (name: string): string =>
    `{{ ${(body.required && needed.includes(name) ? memberOf : optionalMemberOf)(holder, name)} }}`;
  return {
    fields: Object.fromEntries(fields.map(([name]) => [name, templateOf(name)])),
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, schema]) => [name, convertSchema(bundle, schema)])),
      ...(names.length > 0 && { required: names }),
      additionalProperties: false,
    },
    leftOut: faults.map(([name, why]) => `the field ${name} of its form, as it ${why}`),
  };
}

function whyNot(document: OpenApiDocument, schema: JsonValue): string | undefined {
  const followed = follow(document, schema);
  if ('unresolved' in followed) return `can't be read: ${followed.unresolved}`;
  const { type, items, format } = toObject(followed.value);
  const inner = type === 'array' && items !== undefined ? follow(document, items) : followed;
  const { type: innerType } = 'value' in inner ? toObject(inner.value) : {};
  if (innerType === 'object' || (type === 'array' && innerType === 'array')) return 'is nested, which is not supported';
  return format === 'binary' ? 'is a file, which is not supported' : undefined;
}
