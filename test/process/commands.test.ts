import { expect, test } from 'vitest';
import { openTestProcess } from './open-test-process.ts';

const OPEN = { type: 'object', additionalProperties: true };

test('A command gets each template as one argument and its output becomes the result', async () => {
  const { act } = await openTestProcess({
    command: 'printf',
    intents: {
      'tool.say': {
        effect: 'read',
        payload: OPEN,
        arguments: ['%s|', 'a {{ payload.word }}', '{{ payload.?note }}', '{{ payload.n }}'],
      },
    },
  });
  expect(await act('tool.say', { word: 'b  c', n: 5 })).toEqual({ effect: 'none', result: 'a b  c|5|' });
  expect(await act('tool.say', { word: '$(id)', n: 5, note: '`id`; *' })).toEqual({
    effect: 'none',
    result: 'a $(id)|`id`; *|5|',
  });
});
