import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gateway } from '../../bench/replicas/start-gateway.ts';
import type { Replicas } from '../../bench/replicas/start-replicas.ts';
import { startTestGateway } from '../gateway/open-gateway.ts';
import { startTestReplicas } from '../gateway/open-replicas.ts';
import { until } from '../http/until.ts';
import { connect } from '../mcp/connect.ts';
import { fixtureConfig } from './fixture-config.ts';
import { complaints, runSuite, type SuiteRun } from './run-suite.ts';
import { openFixtureServer } from './server/open-fixture-server.ts';
import type { FetchServer } from './server/serve-fetch.ts';

const EXPECTED_FAILURES = fileURLToPath(new URL('expected-failures.yaml', import.meta.url));
/** Warnings that the suite gives where it is not told of a change within 1.5 s, which a busy machine may take; the last test waits longer. */
const HURRIED = /server-stateless: WARNING sep-2575-server-sends-(tools|prompts)-list-changed-on-subscription/;
/** Calls that a client can't be asked for are to end at once, not to run into this. */
const SCENARIO_LIMIT_MS = 10_000;
const RUN_LIMIT_MS = 120_000;

const REQUIRED = { '2026-07-28': 37, '2025-11-25': 30 } as const;
const TASKS = 10;
const HEADERS = ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'];

describe.for([1, 3])(
  'the official conformance suite against %i of the built service, before a server with its fixtures',
  (count) => {
    let fixture: FetchServer;
    let replicas: Replicas;
    let gateway: Gateway | undefined;
    let url: string;

    beforeAll(async () => {
      fixture = await openFixtureServer();
      replicas = await startTestReplicas({ count, config: fixtureConfig(fixture.url) });
      gateway = count === 1 ? undefined : await startTestGateway('nginx', replicas.origins);
      url = `${gateway?.origin ?? replicas.origins[0]}/mcp`;
    });
    afterAll(async () => {
      await gateway?.close();
      await replicas.close();
      await fixture.close();
    });

    const run = (revision: keyof typeof REQUIRED, ...more: string[]): Promise<SuiteRun> =>
      runSuite(url, revision, ['--timeout', String(SCENARIO_LIMIT_MS), ...more]);

    test('passes all that clients of 2026-07-28 need, tasks and headers included', {
      timeout: RUN_LIMIT_MS,
    }, async () => {
      const suite = await run('2026-07-28');
      expect(complaints(suite).filter((line) => !HURRIED.test(line))).toEqual([]);
      expect(suite.exitCode, suite.output).toBe(0);
      const names = [...suite.scenarios.keys()];
      expect(names.filter((name) => name.startsWith('tasks-'))).toHaveLength(TASKS);
      expect(names).toEqual(expect.arrayContaining(HEADERS));
      expect(names).toHaveLength(REQUIRED['2026-07-28'] + TASKS + HEADERS.length);
    });

    test('passes all that clients of 2025-11-25 need but what takes a session', { timeout: RUN_LIMIT_MS }, async () => {
      const suite = await run('2025-11-25', '--expected-failures', EXPECTED_FAILURES);
      expect(suite.exitCode, suite.output).toBe(0);
      expect(suite.output).not.toMatch(/timed? ?out/i);
      expect(suite.scenarios.size).toBeGreaterThanOrEqual(REQUIRED['2025-11-25']);
    });

    test('a client that listens is told of a tool that comes or goes behind the service', async () => {
      const client = await connect(new URL(url).origin);
      let told = 0;
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        told += 1;
      });
      const listening = await client.listen({ toolsListChanged: true });
      await client.callTool({ name: 'test_trigger_tool_change' });
      await until(() => told > 0, 20_000);
      await listening.close();
    });
  },
);
