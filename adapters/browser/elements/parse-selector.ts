import { type Failure, type FailureKind, failure } from '../../../contracts/failure.ts';

/** How an element is named. A type alias, so that it travels into the page as JSON. */
export type Selector =
  | { readonly by: 'css'; readonly css: string }
  | { readonly by: 'text'; readonly text: string; readonly exact: boolean }
  | { readonly by: 'role'; readonly role: string; readonly name: string | null; readonly exact: boolean };

export const SELECTOR_FORMS =
  'a CSS selector (#login-btn), text=Sign in (part of the text, any case), text="Sign in" (the whole text), ' +
  'or role=button[name="Sign in"]';

const QUOTED = /^"(.*)"$|^'(.*)'$/su;
const ROLE = /^([a-z]+)(?:\s*\[\s*name\s*=\s*(.+?)\s*\])?$/su;

/** Reads a selector; a string is returned where it is malformed, and says why. CSS itself is checked by the page. */
export function parseSelector(text: string): Selector | string {
  const trimmed = text.trim();
  if (trimmed === '') return 'the selector is empty';
  if (trimmed.startsWith('text=')) return parseText(trimmed.slice('text='.length).trim());
  if (trimmed.startsWith('role=')) return parseRole(trimmed.slice('role='.length).trim());
  const css = trimmed.startsWith('css=') ? trimmed.slice('css='.length).trim() : trimmed;
  if (css === '') return 'the selector is empty';
  if (/^(\/\/|xpath=|\.\/\/)/u.test(css)) return 'XPath is not supported';
  return { by: 'css', css };
}

/** The failure for a selector that no page could make right. */
export function selectorFailure(kind: FailureKind, selector: string, problem: string, field: string): Failure {
  return failure(kind, `Expected a selector at ${field}, found ${JSON.stringify(selector)}: ${problem}.`, {
    field,
    hint: `Use ${SELECTOR_FORMS}.`,
  });
}

function parseText(raw: string): Selector | string {
  const quoted = unquote(raw);
  const text = collapse(quoted ?? raw);
  if (text === '') return 'text= needs the text to look for';
  return { by: 'text', text, exact: quoted !== undefined };
}

function parseRole(raw: string): Selector | string {
  const [, role, rawName] = ROLE.exec(raw) ?? [];
  if (role === undefined) return 'role= needs a role in lower case, and at most one [name="…"] after it';
  if (rawName === undefined) return { by: 'role', role, name: null, exact: false };
  const quoted = unquote(rawName);
  return { by: 'role', role, name: collapse(quoted ?? rawName), exact: quoted !== undefined };
}

function unquote(raw: string): string | undefined {
  const match = QUOTED.exec(raw);
  return match === null ? undefined : (match[1] ?? match[2] ?? '');
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
