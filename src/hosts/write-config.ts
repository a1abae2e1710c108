import { Document, isScalar, isSeq, visit } from 'yaml';
import type { TranslatedHost } from './translate-host.ts';

/** The targets as a configuration file. */
export function writeConfig({ targets, variables }: TranslatedHost, from: string): string {
  const document = new Document({ adapters: Object.fromEntries(targets) }, { aliasDuplicateObjects: false });
  const lines = [
    `The MCP servers of ${from}. Each tool is an intent, its key the name of its target, a dot and the name of the tool.`,
    ...(variables.length > 0
      ? ['Set in the environment:', ...variables.map(({ name, what }) => `  ${name}: ${what}`)]
      : []),
  ];
  document.commentBefore = lines.map((line) => ` ${line.replace(/[\r\n]+/g, ' ')}`).join('\n');
  visit(document, {
    Scalar(key, scalar) {
      // Unquoted, a value of digits would be read as a number.
      if (key !== 'key' && typeof scalar.value === 'string' && scalar.value.includes('${'))
        scalar.type = 'QUOTE_DOUBLE';
    },
    Seq(_key, list) {
      if (isSeq(list) && list.items.every((item) => isScalar(item))) list.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
