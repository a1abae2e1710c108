import type { Protocol } from 'devtools-protocol';
import { truncateBytes } from './truncate-bytes.ts';

type AXNode = Protocol.Accessibility.AXNode;

export interface OutlineLimits {
  readonly maxNodes: number;
  readonly maxBytes: number;
}

export interface Outline {
  readonly text: string;
  readonly nodes: number;
  readonly truncated: boolean;
}

/** Say nothing by themselves: what they hold stands in their place. */
const TRANSPARENT = new Set([
  'none',
  'generic',
  'presentation',
  'MenuListPopup',
  'InlineTextBox',
  'LineBreak',
  'Ignored',
]);
/** Their text is their value, which is told with the node. */
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'TextField']);
const VALUED = new Set([...FIELDS, 'combobox', 'progressbar', 'meter', 'DateTime', 'Date', 'InputTime', 'ColorWell']);
/** Chromium shows each character of a password as this. */
const ONLY_BULLETS = /^[•●*]+$/u;

/**
 * Chromium's accessibility tree as indented lines (`- button "Save" [disabled]`), in document order, within both
 * limits. The values of `secretNodes` (backend node ids) are left out.
 */
export function outlineTree(
  nodes: readonly AXNode[],
  secretNodes: ReadonlySet<number>,
  { maxNodes, maxBytes }: OutlineLimits,
): Outline {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of linesOf(nodes, secretNodes)) {
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length === maxNodes || bytes > maxBytes)
      return { text: lines.join('\n'), nodes: lines.length, truncated: true };
    lines.push(line);
  }
  return { text: lines.join('\n'), nodes: lines.length, truncated: false };
}

interface Tree {
  readonly byId: ReadonlyMap<string, AXNode>;
  readonly secretNodes: ReadonlySet<number>;
}

function* linesOf(nodes: readonly AXNode[], secretNodes: ReadonlySet<number>): Generator<string> {
  const root = nodes.find(({ parentId }) => parentId === undefined);
  if (root === undefined) return;
  yield* linesUnder(root, { byId: new Map(nodes.map((node) => [node.nodeId, node])), secretNodes }, 0, '');
}

function* linesUnder(node: AXNode, tree: Tree, depth: number, parentName: string): Generator<string> {
  const line = lineOf(node, parentName, tree.secretNodes);
  if (line !== undefined) yield `${'  '.repeat(depth)}${line}`;
  if (FIELDS.has(roleOf(node))) return;
  const inner = line === undefined ? { depth, name: parentName } : { depth: depth + 1, name: nameOf(node) };
  for (const id of node.childIds ?? []) {
    const child = tree.byId.get(id);
    if (child !== undefined) yield* linesUnder(child, tree, inner.depth, inner.name);
  }
}

function lineOf(node: AXNode, parentName: string, secretNodes: ReadonlySet<number>): string | undefined {
  const role = roleOf(node);
  const name = nameOf(node);
  if (node.ignored || TRANSPARENT.has(role)) return undefined;
  if (role === 'StaticText') {
    // Most often the parent's name is made of it already.
    return name === '' || parentName.includes(name) ? undefined : `- text: ${name}`;
  }
  const parts = [`- ${role}`];
  if (name !== '') parts.push(JSON.stringify(truncateBytes(name, 300).text));
  parts.push(...marksOf(node));
  const value = fieldValueOf(node, secretNodes);
  return `${parts.join(' ')}${value === undefined ? '' : `: ${value}`}`;
}

function fieldValueOf(node: AXNode, secretNodes: ReadonlySet<number>): string | undefined {
  if (!VALUED.has(roleOf(node))) return undefined;
  if (node.backendDOMNodeId !== undefined && secretNodes.has(node.backendDOMNodeId)) return undefined;
  const value = collapse(String(node.value?.value ?? ''));
  return value === '' || ONLY_BULLETS.test(value) ? undefined : JSON.stringify(truncateBytes(value, 300).text);
}

function marksOf({ properties = [] }: AXNode): string[] {
  return properties.flatMap(({ name, value }) => markOf(name, value.value));
}

function markOf(name: string, value: unknown): string[] {
  switch (name) {
    case 'disabled':
    case 'required':
    case 'readonly':
    case 'focused':
    case 'modal':
    case 'selected':
      return value === true ? [`[${name}]`] : [];
    case 'checked':
    case 'pressed':
      return value === 'true' || value === 'mixed' ? [`[${name}${value === 'mixed' ? '=mixed' : ''}]`] : [];
    case 'expanded':
      return [`[expanded=${value}]`];
    case 'level':
      return [`[level=${value}]`];
    case 'invalid':
      return value === 'false' ? [] : ['[invalid]'];
    default:
      return [];
  }
}

function roleOf(node: AXNode): string {
  return String(node.role?.value ?? 'none');
}

function nameOf(node: AXNode): string {
  return collapse(String(node.name?.value ?? ''));
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
