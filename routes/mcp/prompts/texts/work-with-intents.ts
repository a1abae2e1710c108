import { intentsOf } from '../../resources/intents-of.ts';
import type { OwnPromptText, PromptSource } from '../prompt-text.ts';

/** As many as a model reads before a task; the rest is in the catalogue. */
const MOST_LISTED = 50;

export const workWithIntents: OwnPromptText = {
  title: 'Work with intents',
  description: 'How to call intents, read their outcomes and go from step to step.',
  arguments: [
    { name: 'task', description: 'What is to be done.' },
    { name: 'intent', description: 'Only intents whose key begins so.' },
    { name: 'domain', description: 'The context domain of the flow.' },
  ],
  write: ({ core, permissions, given: { task, intent = '', domain } }) =>
    [
      task === undefined ? 'You work through Waybill.' : `You work through Waybill. The task: ${task}`,
      '',
      'Each intent is a tool: its name is the key with _ for what is no letter, digit, _ or -. Its arguments are the payload. The argument `waybill` says how the call is carried out:',
      '- `resources`: what must be there before anything is done, each `{type, identifier, state}`. If one is not in its state, nothing is done and the result says what was found.',
      '- `context`: leave it out for the first step. Every result carries `context.next_id`: pass it as `waybill.context.id` of the next step, with the same `business_key` if you gave one.',
      '- `context.nonce`: a new value for every action that must not happen twice. After a lost answer send the same call with the same nonce: you get the first answer.',
      '- `mode: "dry_run"`: everything is checked and nothing is done. This version makes no plans and asks for no approvals.',
      ...(domain === undefined ? [] : [`This flow belongs to the domain ${domain}: use a context id of it.`]),
      '',
      'Read `outcome` of each result before you go on:',
      '- `fulfilled`: it is done; `verification` says whether that was seen.',
      '- `rejected`: nothing was done. Correct what `error` names and call again.',
      '- `partially_fulfilled`: something was, or may have been, done. Look at `effect` and `verification`, read the state back, and never just repeat it.',
      '',
      'What there is:',
      ...listIntents({ core, permissions, given: { intent } }),
    ].join('\n'),
};

function listIntents({ core, permissions, given: { intent = '' } }: PromptSource): string[] {
  const all = intentsOf(core, permissions).filter(({ declaration }) => declaration.key.startsWith(intent));
  const lines = all.slice(0, MOST_LISTED).map(({ declaration: { key, title, effect, requires } }) => {
    const needs = requires.length === 0 ? '' : `, needs ${requires.join(', ')}`;
    return `- ${key} (${effect}${needs}): ${title}`;
  });
  const left = all.length - lines.length;
  return left === 0 ? lines : [...lines, `- and ${left} more: read waybill://catalogue`];
}
