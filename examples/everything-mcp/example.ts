import type { Example } from '../example.ts';
import { installedProgram } from '../installed-program.ts';

const read = (result: object) => ({ status: 'fulfilled' as const, effect: 'none' as const, result });

export const example: Example = {
  actions: ['call_tool', 'read_resource', 'get_prompt', 'complete'],
  startsSlowly: true,
  domain: 'everything',
  open: async () => ({
    variables: {
      EVERYTHING_MCP: installedProgram('@modelcontextprotocol/server-everything', 'mcp-server-everything'),
    },
    close: async () => {},
    steps: [
      {
        title: 'Add two numbers',
        intent: 'everything.get-sum',
        payload: { a: 40, b: 2 },
        expected: read({ content: [{ type: 'text', text: /42/ }] }),
      },
      {
        title: 'Ask for a structured result',
        intent: 'everything.get-structured-content',
        payload: { location: 'New York' },
        expected: read({ structuredContent: { conditions: /./ } }),
      },
      {
        title: 'Wait for something that takes its time, and be told how far it is',
        intent: 'everything.trigger-long-running-operation',
        payload: { duration: 1, steps: 4 },
        expected: read({ content: [{ type: 'text', text: /completed/ }] }),
      },
      {
        title: 'Read a resource that a template makes',
        intent: 'everything.resources/read',
        payload: { uri: 'demo://resource/dynamic/text/1' },
        expected: read({
          contents: [{ uri: 'demo://resource/dynamic/text/1', mimeType: 'text/plain', text: /Resource 1/ }],
        }),
      },
      {
        title: 'Get a prompt',
        intent: 'everything.prompts/get',
        payload: { name: 'everything.args-prompt', arguments: { city: 'Bremen' } },
        expected: read({ messages: [{ role: 'user', content: { type: 'text', text: /Bremen/ } }] }),
      },
      {
        title: 'Complete an argument of a prompt',
        intent: 'everything.completion/complete',
        payload: {
          ref: { type: 'ref/prompt', name: 'everything.completable-prompt' },
          argument: { name: 'department', value: 'E' },
        },
        expected: read({ completion: { values: ['Engineering'] } }),
      },
      {
        title: 'Read a resource that is not there: the server says so',
        intent: 'everything.resources/read',
        payload: { uri: 'demo://nowhere' },
        expected: { status: 'rejected', effect: 'none', error: { code: 'payload_invalid' } },
      },
      {
        title: 'Leave out what the tool needs: refused before the server is asked',
        intent: 'everything.get-sum',
        payload: { a: 40 },
        expected: { status: 'rejected', effect: 'none', error: { code: 'payload_invalid' } },
      },
    ],
  }),
};
