/** The names of the prompts that the service offers by itself. */
export const OWN_PROMPTS = ['work_with_intents', 'declare_resource', 'correct_request', 'design_to_code'] as const;
export type OwnPrompt = (typeof OWN_PROMPTS)[number];
