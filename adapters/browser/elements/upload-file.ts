import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { PageActed, PageAction } from '../page-action.ts';
import { translateCdpError } from '../translate-cdp-error.ts';
import { defineAction } from './define-action.ts';
import { holdElement } from './held-element.ts';
import { defineInPage } from './in-page/define-in-page.ts';
import type { Kit } from './in-page/kit.ts';
import { type Target, TO_EXIST, targetOf, untilReady } from './until-ready.ts';

type Upload = { readonly name: string; readonly mime_type: string; readonly content_base64: string };
type Uploaded = {
  readonly why: 'no_file_field' | 'one_file_only' | null;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
};

/** Builds the files inside the page: a path would name the disk of the browser's machine, which is not the client's. */
const put = defineInPage(function (this: Kit, token: string, uploads: readonly Upload[]): Uploaded {
  const element = this.release(token)?.element;
  const field = element?.localName === 'label' ? element.control : element;
  if (!field?.matches('input[type="file" i]')) return { why: 'no_file_field', files: [] };
  if (uploads.length > 1 && field.multiple !== true) return { why: 'one_file_only', files: [] };
  const transfer = new this.window.DataTransfer();
  for (const { name, mime_type, content_base64 } of uploads) {
    const bytes = Uint8Array.from(this.window.atob(content_base64), (character) => character.charCodeAt(0));
    transfer.items.add(new this.window.File([bytes], name, { type: mime_type }));
  }
  field.files = transfer.files;
  field.dispatchEvent(new this.window.Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new this.window.Event('change', { bubbles: true }));
  return { why: null, files: Array.from(field.files, ({ name, size }) => ({ name, bytes: size })) };
});

const File = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^/\\\\]+$', description: 'A name without a path.' }),
    mime_type: Type.String({ maxLength: 255, examples: ['text/csv'] }),
    content_base64: Type.String({ contentEncoding: 'base64', description: 'The bytes (RFC 4648, section 4).' }),
  },
  { additionalProperties: false },
);

export const UPLOAD_FILE: PageAction = defineAction({
  key: 'ui_interaction.upload_file',
  title: 'Upload files',
  description:
    'Puts files into a file field, or the field of a label, with their bytes in the payload. The field may be hidden: declare it with the state that it has.',
  effect: 'unsafe',
  action: 'upload_file',
  requires: ['dom_element'],
  payload: { files: Type.Array(File, { minItems: 1, maxItems: 64 }) },
  result: Type.Object({
    element_id: Type.String(),
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
  }),
  example: {
    payload: { files: [{ name: 'hello.txt', mime_type: 'text/plain', content_base64: 'aGVsbG8=' }] },
    resources: [{ type: 'dom_element', identifier: '#attachment', state: 'visible_enabled' }],
  },
  act: async (page, { files }, call) => {
    const target = targetOf(call);
    if (isFailure(target)) return { effect: 'none', failure: target };
    const badIndex = files.findIndex(({ content_base64 }) => !isBase64(content_base64));
    if (badIndex !== -1) return { effect: 'none', failure: notBase64(badIndex) };
    const token = randomUUID();
    const ready = await untilReady(page, target, call, (sliceMs) =>
      holdElement(page, target.selector, { ...TO_EXIST, enabled: true }, token, sliceMs),
    );
    if (isFailure(ready)) return { effect: 'none', failure: ready };
    try {
      return judge(target, files, await put(page, token, files));
    } catch (error) {
      return { effect: 'unknown', failure: translateCdpError(error) };
    }
  },
});

function judge(target: Target, uploads: readonly Upload[], { why, files }: Uploaded): PageActed {
  if (why !== null) return { effect: 'none', failure: refused(target, why) };
  const result = { element_id: target.identifier, files };
  const wanted = uploads.map(({ name, content_base64 }) => ({
    name,
    bytes: Buffer.byteLength(content_base64, 'base64'),
  }));
  const arrived = JSON.stringify(files) === JSON.stringify(wanted);
  if (arrived) return { effect: 'applied', result, postCondition: { state: 'files_chosen', count: files.length } };
  const message = `Expected ${target.identifier} to hold the ${wanted.length} files, found ${files.length}.`;
  const details = { expected: { files: wanted }, actual: { files } };
  const hint = 'The page took them out again: it may have sent them already, or refuse their type or size.';
  return { effect: 'applied', result, failure: failure('postcondition_contradicted', message, { hint, details }) };
}

function refused(target: Target, why: 'no_file_field' | 'one_file_only'): Failure {
  const { identifier, field } = target;
  if (why === 'one_file_only') {
    return failure('payload_invalid', `${identifier} takes one file, found several in payload.files.`, {
      field: 'payload.files',
      hint: 'Send one file.',
    });
  }
  return failure('resource_state_mismatch', `Expected ${identifier} to be a file field, found another element.`, {
    field,
    hint: 'Name the <input type="file"> itself, even where the page hides it behind a button.',
  });
}

/** Node skips over what is not base64 when it decodes, so only encoding again shows it. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

function notBase64(index: number): Failure {
  const field = `payload.files.${index}.content_base64`;
  return failure('payload_invalid', `Expected base64 in ${field}, found something else.`, {
    field,
    hint: 'Encode the bytes by RFC 4648 section 4, with padding and without line breaks.',
  });
}
