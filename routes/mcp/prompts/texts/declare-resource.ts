import type { OwnPromptText } from '../prompt-text.ts';

export const declareResource: OwnPromptText = {
  title: 'Declare a resource',
  description: 'How to say what an action relies on, so that nothing is done where that is not so.',
  arguments: [
    { name: 'type', description: 'The type of the resource.', required: true },
    { name: 'state', description: 'The state that it must be in.' },
  ],
  write: ({ core, given: { type = '', state } }) => {
    const declaration = core.offers.resourceTypes.get(type)?.declaration;
    if (declaration === undefined) {
      return `There is no resource type ${JSON.stringify(type)} here. Those that there are: ${[...core.offers.resourceTypes.keys()].join(', ') || 'none'}.`;
    }
    const { description, identifier, states } = declaration;
    const example = { type, identifier: '…', state: state ?? states[0] ?? '' };
    return [
      `A resource of type ${type}: ${description}`,
      `Its identifier: ${identifier}`,
      `Its states: ${states.join(', ')}.`,
      '',
      `Declare it in the argument \`waybill\` of the tool: {"resources": [${JSON.stringify(example)}]}.`,
      'It is looked at once, right before the action. Give `wait_ms` to have it waited for. If it is not in that state nothing is done, and `error.details.resources` says which state it is in and what to do.',
    ].join('\n');
  },
};
