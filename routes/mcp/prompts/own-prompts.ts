import type { JsonObject } from '../../../contracts/json.ts';
import type { OwnPrompt } from '../../../src/core/mcp/own-prompts.ts';
import type { OwnPromptText } from './prompt-text.ts';
import { correctRequest } from './texts/correct-request.ts';
import { declareResource } from './texts/declare-resource.ts';
import { designToCode } from './texts/design-to-code.ts';
import { workWithIntents } from './texts/work-with-intents.ts';

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
