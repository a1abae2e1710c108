import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { argumentsOf, type FixtureTool, text } from './fixture-tool.ts';
import { redPixel, silence } from './media.ts';

const STEP_MS = 50;

/** Tools that answer without asking anybody: content of each kind, an error, progress, log lines, arguments in headers. */
export function plainTools(): readonly FixtureTool[] {
  const image = { type: 'image' as const, data: redPixel(), mimeType: 'image/png' };
  const audio = { type: 'audio' as const, data: silence(), mimeType: 'audio/wav' };
  return [
    {
      name: 'test_simple_text',
      description: 'Answers with one text.',
      call: () => text('This is a simple text response for testing.'),
    },
    { name: 'test_image_content', description: 'Answers with a picture.', call: () => ({ content: [image] }) },
    { name: 'test_audio_content', description: 'Answers with a sound.', call: () => ({ content: [audio] }) },
    {
      name: 'test_embedded_resource',
      description: 'Answers with a resource.',
      call: () => ({ content: [resource('test://embedded-resource', 'text/plain', 'An embedded resource.')] }),
    },
    {
      name: 'test_multiple_content_types',
      description: 'Answers with a text, a picture and a resource.',
      call: () => ({
        content: [
          { type: 'text', text: 'Three kinds of content:' },
          image,
          resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
        ],
      }),
    },
    {
      name: 'test_error_handling',
      description: 'Fails.',
      call: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
    },
    { name: 'test_tool_with_progress', description: 'Tells of its progress three times.', call: progressing },
    { name: 'test_tool_with_logging', description: 'Logs three lines.', call: logging },
    { name: 'test_logging_tool', description: 'Logs three lines.', call: logging },
    {
      name: 'test_x_mcp_header',
      description: 'Has an argument that HTTP requests repeat in a header.',
      inputSchema: argumentsOf({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
      call: ({ region }) => text(`In ${region}`),
    },
    {
      name: 'greet',
      description: 'Greets at once.',
      inputSchema: argumentsOf({ name: { type: 'string' } }),
      call: ({ name }) => text(`Hello, ${name}!`),
    },
    {
      name: 'json_schema_2020_12_tool',
      description: 'Has a schema with most of what JSON Schema 2020-12 has.',
      inputSchema: richSchema(),
      call: (given) => text(JSON.stringify(given)),
    },
  ];
}

function resource(uri: string, mimeType: string, said: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text: said } };
}

async function progressing(_given: object, { mcpReq }: ServerContext) {
  const { progressToken } = mcpReq._meta ?? {};
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    await pause(STEP_MS, undefined, { signal: mcpReq.signal });
  }
  return text('Done, step by step.');
}

async function logging(_given: object, { mcpReq }: ServerContext) {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', line);
    await pause(STEP_MS, undefined, { signal: mcpReq.signal });
  }
  return text('Done, and logged.');
}

function richSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  };
}
