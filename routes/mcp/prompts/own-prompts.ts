import type { JsonObject } from '../../../contracts/json.ts';
import type { Core } from '../../../src/core/core.ts';
import type { OwnPrompt } from '../../../src/core/mcp/own-prompts.ts';
import type { Permissions } from '../../../src/core/permissions.ts';
import { correctRequest } from './texts/correct-request.ts';
import { declareResource } from './texts/declare-resource.ts';
import { designToCode } from './texts/design-to-code.ts';
import { workWithIntents } from './texts/work-with-intents.ts';

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

export const OWN_PROMPT_TEXTS: Readonly<Record<OwnPrompt, OwnPromptText>> = {
  work_with_intents: workWithIntents,
  declare_resource: declareResource,
  correct_request: correctRequest,
  design_to_code: designToCode,
};

export function listOwnPrompts(): JsonObject[] {
  return Object.entries(OWN_PROMPT_TEXTS).map(([name, { title, description, arguments: args }]) => ({
    name,
    title,
    description,
    arguments: args.map((argument) => ({ ...argument })),
  }));
}
