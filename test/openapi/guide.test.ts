import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeTarget } from '../../src/openapi/write-target.ts';
import { documentWith, importText } from './import-text.ts';

/** The document that the guide speaks of. */
const TRACKER = documentWith({
  info: { title: 'Tracker', version: '1' },
  servers: [{ url: 'https://tracker.example/api' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/tickets/{ticketId}': {
      patch: {
        operationId: 'updateTicket',
        summary: 'Change a ticket',
        parameters: [
          { name: 'ticketId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'notify', in: 'query', schema: { type: 'boolean' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { status: { type: 'string', enum: ['open', 'closed'] } },
                required: ['status'],
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { properties: { status: { type: 'string' } } } } } },
        },
      },
    },
  },
});

test('the configuration in the guide is what an import writes', async () => {
  const page = readFileSync(new URL('../../docs/how-to/import-openapi.md', import.meta.url), 'utf8');
  const shown = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
  expect(parse(shown)).toEqual(parse(writeTarget(await importText(TRACKER))));
});
