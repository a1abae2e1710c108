import { isRecord } from '../../../src/core/is-record.ts';

export interface DesignPage {
  readonly page: string | undefined;
  readonly components: readonly { readonly name: string; readonly parts: readonly string[] }[];
}

/** More are not spelt out: they are in the metadata all the same. */
const MOST = 200;

/**
 * What a page is called and made of, in the forms that are in use: the result of an intent that imports a page, the `metadata` of a
 * page that is declared as a resource, or such a resource itself. Empty where it is none of these.
 */
export function readComponents(metadata: string): DesignPage {
  const root = parse(metadata);
  const outcome = isRecord(root.outcome) ? root.outcome : undefined;
  const told = isRecord(outcome?.result) ? outcome.result : root;
  const nested = isRecord(told.metadata) ? told.metadata : {};
  const listed = Array.isArray(told.components) ? told.components : nested.components;
  const page = isRecord(told.page) ? told.page.name : (told.page ?? told.name ?? nested.name);
  const components = Array.isArray(listed) ? listed.slice(0, MOST).flatMap(readComponent) : [];
  return { page: typeof page === 'string' ? page : undefined, components };
}

function readComponent(component: unknown): DesignPage['components'] {
  if (typeof component === 'string') return [{ name: component, parts: [] }];
  if (!isRecord(component) || typeof component.name !== 'string') return [];
  const { name, parts } = component;
  const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  return [{ name, parts: texts.slice(0, MOST) }];
}

function parse(metadata: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(metadata);
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
}
