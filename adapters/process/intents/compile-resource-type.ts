import type { OptionProblem, ResourceTypeDeclaration } from '../../../contracts/adapter.ts';
import { declareResourceType } from '../../../declarative/resource-type-keys.ts';
import { compileStateReader, type ReadState } from '../../../declarative/state-reader.ts';
import { PROBE_VARIABLES } from '../../../declarative/template-input.ts';
import { openLanguage } from '../../../expressions/open-language.ts';
import type { CommandSection } from '../command/command-keys.ts';
import { compileCommand, type PrepareCommand } from '../command/compile-command.ts';
import { FILE_TYPE } from '../files/probe-file.ts';
import type { ResourceTypeOptions } from '../process-options.ts';

/** One resource type of the configuration, ready to be looked at. */
export interface ProcessResourceType {
  readonly declaration: ResourceTypeDeclaration;
  /** Undefined: the target's own. */
  readonly command: string | undefined;
  readonly prepare: PrepareCommand;
  readonly output: CommandSection['output'];
  readonly readState: ReadState;
}

export function compileResourceType(
  type: string,
  section: ResourceTypeOptions,
  path: OptionProblem['path'],
  problems: OptionProblem[],
): ProcessResourceType {
  if (type === FILE_TYPE.type) {
    problems.push({ path, message: 'the resource type "file" is always there', hint: 'give this one another name' });
  }
  return {
    declaration: declareResourceType(type, section),
    command: section.command,
    prepare: compileCommand(PROBE_VARIABLES, section, path, problems),
    output: section.output,
    readState: compileStateReader(openLanguage([...PROBE_VARIABLES, 'response']), section, path, problems),
  };
}
