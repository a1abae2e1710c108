import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAILURE_KINDS, FAILURES } from '../../contracts/failure.ts';
import { buildOpenApi } from '../../routes/documents/build-openapi.ts';
import { FAILURE_MEANINGS } from '../../routes/documents/failure-meanings.ts';

const page = readFileSync(new URL('../../docs/reference/http-api.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => /^\| `[a-z_]+` \| \d{3} \|/.test(line));

test.for(FAILURE_KINDS)('the HTTP reference gives the facts of the failure kind %s', (kind) => {
  const { http, httpAfterActing, retryable, blame } = FAILURES[kind];
  const again = retryable ? 'yes' : 'no';
  const row = `| \`${kind}\` | ${http} | ${httpAfterActing} | ${again} | ${blame} | ${FAILURE_MEANINGS[kind]} |`;
  expect(rows).toContain(row);
});

test('the HTTP reference lists no failure kind that does not exist', () => {
  expect(rows).toHaveLength(FAILURE_KINDS.length);
});

test('the HTTP reference lists every endpoint of the OpenAPI document', () => {
  const { paths } = buildOpenApi({ intents: [], resourceTypes: [] }, '1.2.3');
  const endpoints = Object.entries(Object(paths)).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `\`${method.toUpperCase()} ${path}\``),
  );
  expect(endpoints.length).toBeGreaterThan(6);
  for (const endpoint of endpoints) expect(page).toContain(endpoint);
});
