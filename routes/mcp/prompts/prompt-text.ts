import type { Core } from '../../../src/core/core.ts';
import type { Permissions } from '../../../src/core/permissions.ts';

/** What a prompt's text is made of: the values of its arguments, and what the catalogue holds for whoever asks. */
export interface PromptSource {
  readonly core: Core;
  readonly permissions: Permissions;
  readonly given: Readonly<Record<string, string>>;
}

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
}

export interface OwnPromptText {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  write(source: PromptSource): string;
}
