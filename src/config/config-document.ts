import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type { ConfigProblem } from './config-problem.ts';
import type { ConfigPath, Finding } from './finding.ts';

/** One YAML file with the place of everything in it. */
export interface ConfigDocument {
  readonly file: string;
  readonly text: string;
  readonly root: Document;
  readonly lines: LineCounter;
}

const HINTS: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'keep one of them: the other would be lost',
  MULTIPLE_DOCS: 'keep one document: remove the line ---',
  TAB_AS_INDENT: 'indent with spaces',
};

/** What most often is wrong where the parser speaks of nested mappings, implicit keys and the like. */
const GENERAL_HINT = 'check the indentation of this line and of the one before; quote a text that holds ": " or " #"';

/** YAML text to a document, or every syntax error in it at once. */
export function parseConfigDocument(
  text: string,
  file: string,
): { readonly document: ConfigDocument } | { readonly problems: readonly ConfigProblem[] } {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const document = { file, text, root, lines };
  const lineOf = (error: YAMLError) => lines.linePos(error.pos[0]).line;
  const errors = [...root.errors, ...root.warnings]
    // The parser stumbles on for the rest of a line: only its first error says what is wrong.
    .filter((error, index, all) => all.findIndex((other) => lineOf(other) === lineOf(error)) === index)
    .map((error) => syntaxProblem(document, error));
  const problems = [...errors, ...danglingAliases(document)];
  return problems.length > 0 ? { problems } : { document };
}

function syntaxProblem(document: ConfigDocument, error: YAMLError): ConfigProblem {
  const where = placeAt(document, error.pos[0]);
  const line = document.text.split('\n')[document.lines.linePos(error.pos[0]).line - 1] ?? '';
  const hint = HINTS[error.code] ?? (line.includes('${') ? `inside { } and [ ], quote it: "\${NAME}"` : GENERAL_HINT);
  const message = error.code === 'DUPLICATE_KEY' ? 'this key stands here a second time' : error.message;
  return { where, pointer: '', message, hint };
}

function danglingAliases(document: ConfigDocument): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visit(document.root, {
    Alias(_key, alias) {
      if (alias.resolve(document.root) !== undefined) return;
      const where = placeAt(document, alias.range?.[0] ?? 0);
      problems.push({
        where,
        pointer: '',
        message: `*${alias.source} names no anchor`,
        hint: `define &${alias.source} above it`,
      });
    },
  });
  return problems;
}

/** `file:line:column` of a character offset. */
export function placeAt(document: ConfigDocument, offset: number): string {
  const { line, col } = document.lines.linePos(offset);
  return `${document.file}:${line}:${col}`;
}

/** The nearest place of a path that is in the file: of a missing key, that is what should hold it. */
export function offsetOf(document: ConfigDocument, path: ConfigPath, at: Finding['at']): number {
  let node: unknown = document.root.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, segment] of path.entries()) {
    const child = childOf(document, node, segment);
    if (child === undefined) break;
    const wantsKey = at === 'key' && depth === path.length - 1;
    offset = (wantsKey ? child.keyOffset : (startOf(child.node) ?? child.keyOffset)) ?? offset;
    node = child.node;
  }
  return offset;
}

function childOf(document: ConfigDocument, node: unknown, segment: string | number) {
  const parent = isAlias(node) ? node.resolve(document.root) : node;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(segment));
    return pair === undefined ? undefined : { node: pair.value, keyOffset: startOf(pair.key) };
  }
  if (!isSeq(parent)) return undefined;
  const item = parent.items[Number(segment)];
  return item === undefined ? undefined : { node: item, keyOffset: startOf(item) };
}

function startOf(node: unknown): number | undefined {
  // `as`: every node of a parsed document has a range; the guard below holds for anything else
  const range = (node as Node | null | undefined)?.range;
  return Array.isArray(range) ? range[0] : undefined;
}
