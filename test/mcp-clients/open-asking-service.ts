import { onTestFinished } from 'vitest';
import { openFixtureServer } from '../conformance/server/open-fixture-server.ts';
import { until } from '../http/until.ts';
import { connect } from '../mcp/connect.ts';
import { openTestService, type TestService } from '../open-test-service.ts';

/** A service before an MCP server whose tools ask for something; both are closed with the test. */
export async function openAskingService(): Promise<TestService> {
  const fixture = await openFixtureServer();
  onTestFinished(fixture.close);
  const options = { url: fixture.url, prefix: '' };
  const service = await openTestService({ targets: [{ name: 'fixture', kind: 'mcp', options }] });
  const client = await connect(service.origin, 'legacy'); // which remembers no list
  await until(async () => (await client.listTools()).tools.some(({ name }) => name === 'test_elicitation'), 20_000);
  return service;
}
