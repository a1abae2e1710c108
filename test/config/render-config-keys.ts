import { isRecord } from '../../src/core/is-record.ts';

/**
 * How the row of every key of a configuration schema starts in the reference: its dotted path, where `*` is a name of
 * one's own, its type, and its default.
 */
export function renderConfigKeys(schema: unknown, prefix = ''): string[] {
  if (!isRecord(schema)) return [];
  return childrenOf(schema, prefix).flatMap(([path, child]) => {
    const nested = renderConfigKeys(child, path);
    // A section says nothing but what its keys say.
    return nested.length > 0 && child.description === undefined ? nested : [row(path, child), ...nested];
  });
}

type Schema = Readonly<Record<string, unknown>>;

function childrenOf(schema: Schema, prefix: string): [string, Schema][] {
  const under = (name: string) => (prefix === '' ? name : `${prefix}.${name}`);
  const named = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const free = isRecord(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  const children: [string, unknown][] = [
    ...named.map(([name, child]): [string, unknown] => [under(name), child]),
    ...free.map((child): [string, unknown] => [under('*'), child]),
    ...(isRecord(schema.items) && schema.items.properties !== undefined ? childrenOf(schema.items, `${prefix}[]`) : []),
  ];
  return children.filter((entry): entry is [string, Schema] => isRecord(entry[1]));
}

function row(path: string, schema: Schema): string {
  const byDefault = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${path}\` | ${typeOf(schema)} | ${byDefault} |`;
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const { type, minimum, maximum } = schema;
  if (type === 'array') return 'list';
  if (type === 'object') return 'mapping';
  if (type === 'boolean') return 'true or false';
  if (type === undefined) return 'anything';
  if (type === 'integer') return `${minimum} to ${maximum}`;
  return 'text';
}
