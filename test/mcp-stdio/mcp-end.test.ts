import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AUDIENCE, openIssuer } from '../auth/open-issuer.ts';
import { callOf, PATIENT, startHosted } from './host.ts';

/** An act of a second, which leaves a file at its begin and at its end. */
const STAMP = `adapters:
  parcels:
    kind: process
    command: sh
    directory: .
    intents:
      parcel.stamp:
        effect: unsafe
        payload: { type: object, properties: {} }
        arguments: [stamp.sh]
        example: { payload: {} }
`;
const STAMP_SCRIPT = 'touch begun\nsleep 1\ntouch stamped\n';
const ASKED = { jsonrpc: '2.0', ...callOf(1, 'system_sleep', { ms: 50 }) };

describe('the end of waybill mcp', () => {
  test('comes with the end of standard input: reads are stopped, what acts runs to its end, and is logged', async () => {
    const hosted = startHosted(['mcp'], { config: PATIENT + STAMP, files: { 'stamp.sh': STAMP_SCRIPT } });
    hosted.send(callOf(1, 'system_sleep', { ms: 9000 }));
    hosted.send(callOf(2, 'parcel_stamp', {}));
    await vi.waitUntil(() => existsSync(join(hosted.folder, 'begun')), { timeout: 20_000 });
    hosted.child.stdin?.end();
    expect(await hosted.ended()).toEqual({ code: 0, signal: null });
    expect(existsSync(join(hosted.folder, 'stamped'))).toBe(true);
    const log = hosted.stderr().split('\n');
    expect(log.find((line) => line.includes('"system.sleep"'))).toContain('cancelled');
    expect(log.find((line) => line.includes('"parcel.stamp"'))).toContain('"fulfilled"');
    expect(hosted.lines().join()).not.toContain('"id":1');
  });

  test.for([
    ['as a line', `${JSON.stringify(ASKED)}\n`],
    ['without the end of its line', JSON.stringify(ASKED)],
  ])('comes once what was asked before the end of the input, %s, has been answered', async ([, input]) => {
    const hosted = startHosted(['mcp'], { config: PATIENT });
    hosted.child.stdin?.end(input);
    expect((await hosted.ended()).code).toBe(0);
    expect(hosted.lines().map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, result: { structuredContent: { outcome: { status: 'fulfilled' } } } },
    ]);
    expect(hosted.stderr()).not.toContain('went wrong');
  });

  test('comes no sooner where it takes a while to find out who calls', async () => {
    const issuer = await openIssuer();
    onTestFinished(issuer.close);
    const keys = JSON.stringify({ keys: [issuer.first.jwk] });
    issuer.answerWith((_request, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end(keys), 700);
    });
    const auth = {
      mode: 'jwt',
      jwks_url: `${issuer.url}/keys`,
      issuer: issuer.url,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      scopes: { 'waybill.act': { intents: ['*'] } },
    };
    const config = { limits: { event_loop_delay_ms: 60_000 }, outbound: { allow: ['127.0.0.1'] }, auth };
    const env = { WAYBILL_TOKEN: await issuer.token() };
    const hosted = startHosted(['mcp'], { config: JSON.stringify(config), env }); // JSON is YAML
    hosted.child.stdin?.end(JSON.stringify(ASKED));
    expect((await hosted.ended()).code).toBe(0);
    expect(hosted.lines().map((line) => JSON.parse(line))).toMatchObject([{ id: 1, result: { isError: false } }]);
  });

  test('comes at SIGTERM once what runs has been answered', async () => {
    const hosted = startHosted(['mcp'], { config: PATIENT });
    hosted.send(callOf(1, 'system_echo', {}));
    await hosted.received(({ id }) => id === 1);
    hosted.send(callOf(2, 'system_sleep', { ms: 1500 }));
    hosted.send(callOf(3, 'system_echo', {}));
    await hosted.received(({ id }) => id === 3);
    hosted.child.kill('SIGTERM');
    expect(await hosted.received(({ id }) => id === 2)).toMatchObject({ result: { isError: false } });
    expect(await hosted.ended()).toEqual({ code: 0, signal: null });
  });

  test('comes at once at a second signal', async () => {
    const hosted = startHosted(['mcp'], { config: PATIENT });
    hosted.send(callOf(1, 'system_sleep', { ms: 8000 }));
    hosted.send(callOf(2, 'system_echo', {}));
    await hosted.received(({ id }) => id === 2);
    hosted.child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 700));
    hosted.child.kill('SIGTERM');
    expect(await hosted.ended()).toEqual({ code: 143, signal: null });
  });

  test('refuses what comes after it has begun, and says that nothing was done', async () => {
    const hosted = startHosted(['mcp'], { config: PATIENT });
    hosted.send(callOf(1, 'system_sleep', { ms: 2500 }));
    hosted.send(callOf(2, 'system_echo', {}));
    await hosted.received(({ id }) => id === 2);
    hosted.child.kill('SIGTERM');
    for (let id = 10; ; id += 1) {
      hosted.send(callOf(id, 'system_echo', {}));
      const answer = await hosted.received((message) => message.id === id);
      if ('error' in answer) {
        expect(answer.error).toMatchObject({ data: { code: 'overloaded', hint: 'Nothing was done.' } });
        break;
      }
    }
    expect(await hosted.ended()).toEqual({ code: 0, signal: null });
  });
});
