import { describe, expect, test } from 'vitest';
import { openTestService } from '../open-test-service.ts';
import { folderWith, runHere, runWaybill } from './run-waybill.ts';

const FLOW = ['--domain', 'login-flow', '--business-key', 'user_1'];

describe('waybill send', () => {
  test('mints, sends, and shows the outcome to a person', async () => {
    const { origin } = await openTestService();
    const run = await runWaybill(['send', 'system.echo', ...FLOW, '--url', origin, '--payload', '{"hello": "world"}']);
    expect(run.code).toBe(0);
    const [verdict, ...rest] = run.stdout.split('\n');
    expect(verdict).toBe('fulfilled  system.echo  (effect none, verified)');
    expect(rest.join('\n')).toContain('hello: world');
    expect(rest.join('\n')).toMatch(/next step: --context login-flow-\d{13}-002-/);
    expect(rest.join('\n')).toMatch(/trace: [0-9a-f]{32}/);
  });

  test('prints the answer as JSON, and goes on with its next step', async () => {
    const { origin } = await openTestService();
    const env = { WAYBILL_URL: origin };
    const first = await runWaybill(['send', 'system.echo', ...FLOW, '--json'], { env });
    const answer = JSON.parse(first.stdout);
    const go = ['send', 'system.echo', '--business-key', 'user_1', '--json'];
    const second = await runWaybill([...go, '--context', answer.context.next_id, '--parent', answer.context.id], {
      env,
    });
    expect(JSON.parse(second.stdout).context.id).toBe(answer.context.next_id);
  });

  test('takes the payload from a file or from standard input', async () => {
    const { origin } = await openTestService();
    const folder = folderWith({ 'payload.json': '{"from": "file"}' });
    const send = ['send', 'system.echo', ...FLOW, '--url', origin, '--json', '--payload'];
    expect(JSON.parse((await runWaybill([...send, '@payload.json'], { folder })).stdout).outcome.result).toEqual({
      from: 'file',
    });
    const piped = await runWaybill([...send, '-'], { input: '{"from": "pipe"}' });
    expect(JSON.parse(piped.stdout).outcome.result).toEqual({ from: 'pipe' });
  });

  test('exits with 1 at a rejected outcome, and says what to do', async () => {
    const { origin } = await openTestService();
    const run = await runHere(['send', 'system.ecco', ...FLOW, '--url', origin]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('no_route');
    expect(run.stdout).toContain('hint: ');
  });

  test('exits with 1 at a partial outcome', async () => {
    const { origin } = await openTestService();
    const payload = '{"kind": "adapter_failed", "effect": "unknown"}';
    const run = await runWaybill(['send', 'system.fail', ...FLOW, '--url', origin, '--payload', payload, '--json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout).outcome).toMatchObject({ status: 'partially_fulfilled', effect: 'unknown' });
  });

  test('acts on nothing in a dry run', async () => {
    const { origin } = await openTestService();
    const payload = '{"kind": "adapter_failed", "effect": "unknown"}';
    const run = await runHere([
      'send',
      'system.fail',
      ...FLOW,
      '--url',
      origin,
      '--payload',
      payload,
      '--mode',
      'dry_run',
      '--json',
    ]);
    expect(JSON.parse(run.stdout).outcome.effect).toBe('none');
  });

  test('shows control characters of an answer without letting them reach the terminal', async () => {
    const { origin } = await openTestService();
    const run = await runHere([
      'send',
      'system.echo',
      ...FLOW,
      '--url',
      origin,
      '--payload',
      '{"text": "\\u001b[2J\\u009b1m"}',
    ]);
    expect(run.stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('sends a whole request from a file, under a context of its own or a new one', async () => {
    const { origin } = await openTestService();
    const request = {
      intent: { type: 'system', sub_type: 'echo' },
      context: { business_key: 'user_1' },
      payload: { from: 'record' },
    };
    const folder = folderWith({ 'request.json': JSON.stringify(request) });
    const run = await runWaybill(
      ['send', '--file', 'request.json', '--domain', 'login-flow', '--url', origin, '--json'],
      { folder },
    );
    expect(JSON.parse(run.stdout).outcome).toMatchObject({ status: 'fulfilled', result: { from: 'record' } });
  });

  test('says that no answer came as JSON too', async () => {
    const run = await runWaybill(['send', 'system.echo', ...FLOW, '--url', 'http://127.0.0.1:1', '--json']);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.stdout).error).toMatchObject({ kind: 'unreachable', may_have_acted: false });
  });

  test('shows why a context was not minted', async () => {
    const { origin } = await openTestService();
    const run = await runHere(['send', 'system.echo', '--domain', 'a b', '--business-key', 'u', '--url', origin]);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^error: the service would not mint a context: domain .*\n$/);
    const both = await runHere(['send', 'system.echo', '--domain', 'a b', '--business-key', '', '--url', origin]);
    expect(both.stderr).toMatch(/^error: the service would not mint a context: .*\n(?: {2}.*\n){4,}$/);
    expect(both.stderr).toContain('pointer: /business_key');
  });

  test('shows the hint of a refusal as a sentence of its own', async () => {
    const { origin } = await openTestService();
    const run = await runHere([
      'send',
      'system.echo',
      '--domain',
      'a',
      '--business-key',
      'u',
      '--url',
      `${origin}/mcp`,
    ]);
    expect(run.stderr).toContain('Nothing is served at /mcp/mcp/v2/contexts. Requests go to');
  });
});

describe('waybill replay', () => {
  test('sends a recorded request under a fresh id of the same domain, business key and sequence', async () => {
    const { origin } = await openTestService();
    const request = {
      client_capabilities: {
        browser: 'none',
        os: 'linux',
        arch: 'x64',
        execution_context: 'isolated',
        supports_streaming: false,
        max_payload_size: 1_048_576,
        preferred_encoding: 'none',
        supported_actions: ['echo'],
        context_schema_version: '2.0',
      },
      intent: { type: 'system', sub_type: 'echo' },
      context: { id: 'login-flow-1779999960000-103-8a3f9b2c4d5e6f70', parent_id: 'gone', business_key: 'user_1' },
      resources: [],
      payload: { recorded: true },
    };
    const folder = folderWith({ 'record.json': JSON.stringify({ request, answer: {} }) });
    const run = await runWaybill(['replay', 'record.json', '--url', origin, '--json'], { folder });
    const answer = JSON.parse(run.stdout);
    expect(answer.context.id).toMatch(/^login-flow-\d{13}-103-/);
    expect(answer.context.id).not.toContain('1779999960000');
    expect(answer.outcome).toMatchObject({ status: 'fulfilled', result: { recorded: true } });
  });

  test('refuses what is no recorded request', async () => {
    const folder = folderWith({ 'record.json': '{"intent": {}}' });
    const run = await runWaybill(['replay', 'record.json'], { folder });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('context.business_key');
  });
});

describe('waybill explain', () => {
  test('shows each step, and exits with 0 where the request would act', async () => {
    const { origin } = await openTestService();
    const run = await runHere(['explain', 'system.echo', ...FLOW, '--url', origin]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('would act: Echo (system.echo, read)');
    expect(run.stdout).toMatch(/precheck +pass/);
  });

  test('exits with 1 where it would be refused, as JSON too', async () => {
    const { origin } = await openTestService();
    const args = ['explain', 'system.sleep', ...FLOW, '--url', origin, '--payload', '{"ms": "long"}'];
    const run = await runHere(args);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('payload_invalid');
    expect(JSON.parse((await runHere([...args, '--json'])).stdout).would).toBe('refuse');
  });
});

describe('waybill routes', () => {
  test('shows the configured routes, first match first, and starts nothing', async () => {
    const folder = folderWith({
      'waybill.yaml':
        'development: true\nroutes:\n  - { match: { type: system, sub_type: "e*", domain: "a-*" }, target: system, timeout_ms: 900 }\n',
    });
    const run = await runWaybill(['routes'], { folder });
    expect(run.stdout).toMatch(/system\.e\* +a-\* +system \(system\) +900 ms/);
    const { routes } = JSON.parse((await runWaybill(['routes', '--json'], { folder })).stdout);
    expect(routes[0]).toEqual({
      type: 'system',
      sub_type: 'e*',
      domain: 'a-*',
      target: 'system',
      kind: 'system',
      timeout_ms: 900,
    });
  });

  test('shows what a running service offers', async () => {
    const { origin } = await openTestService();
    const run = await runHere(['routes', '--url', origin]);
    expect(run.stdout).toMatch(/system\.echo +read +system/);
  });
});

describe('waybill config check', () => {
  test('says that a file is valid', async () => {
    const folder = folderWith({ 'a.yaml': 'development: true\n' });
    const run = await runWaybill(['config', 'check', 'a.yaml'], { folder });
    expect(run.code).toBe(0);
    expect(run.stdout).toBe('a.yaml is valid\n');
  });

  test('lists every problem with its place, as JSON too', async () => {
    const folder = folderWith({ 'a.yaml': 'development: true\nlissten: {}\nadapters: { web: { kind: browsr } }\n' });
    const run = await runWaybill(['config', 'check', 'a.yaml', '--json'], { folder });
    expect(run.code).toBe(2);
    const { ok, problems } = JSON.parse(run.stdout);
    expect(ok).toBe(false);
    expect(problems.map(({ where }: { where: string }) => where)).toEqual(['a.yaml:2:1', 'a.yaml:3:26']);
  });

  test('takes the file that WAYBILL_CONFIG names', async () => {
    const folder = folderWith({ 'b.yaml': 'development: true\n' });
    const run = await runWaybill(['config', 'check'], { folder, env: { WAYBILL_CONFIG: 'b.yaml' } });
    expect(run.stdout).toBe('b.yaml is valid\n');
  });
});
