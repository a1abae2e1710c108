import { request as connectTo } from 'node:http';
import { expect, test } from 'vitest';
import { WaybillClient } from '../../client/waybill-client.ts';
import { openLab } from '../http/open-lab.ts';
import { serveBytes } from './serve-bytes.ts';

const FLOW = { domain: 'login-flow', businessKey: 'user_1' };

/** A way to the service on which the first answers to acts are lost. */
function loseAnswers(origin: string, count: number): Promise<string> {
  let lost = 0;
  return serveBytes((incoming, response) => {
    const isAct = incoming.url === '/mcp/v2';
    const onward = connectTo(
      new URL(incoming.url ?? '', origin),
      { method: 'POST', headers: incoming.headers },
      (answer) => {
        if (isAct && lost < count) {
          lost += 1;
          answer.resume().once('end', () => response.destroy());
        } else {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        }
      },
    );
    incoming.pipe(onward);
  });
}

test('With a nonce the client sends again what was lost, and gets the answer to what was done once', async () => {
  const { lab, service } = await openLab();
  const client = new WaybillClient({ baseUrl: await loseAnswers(service.origin, 2) });
  const flow = await client.startFlow(FLOW);
  const { outcome, replayed } = await flow.send('lab.act', { nonce: crypto.randomUUID() });
  expect({ status: outcome.status, replayed }).toEqual({ status: 'fulfilled', replayed: true });
  expect(lab.acts.length).toBe(1);
});

test('Without a nonce it sends nothing twice', async () => {
  const { lab, service } = await openLab();
  const client = new WaybillClient({ baseUrl: await loseAnswers(service.origin, 1) });
  const flow = await client.startFlow(FLOW);
  await expect(flow.send('lab.act')).rejects.toMatchObject({ kind: 'interrupted', mayHaveActed: true });
  expect(lab.acts.length).toBe(1);
});

test('With a nonce it waits for what still runs, and gives up with its time', async () => {
  const { lab, service } = await openLab();
  const client = new WaybillClient({ baseUrl: service.origin });
  const { contexts } = await client.mint(FLOW.domain, FLOW.businessKey);
  const context = { id: contexts[0]?.id ?? '', business_key: FLOW.businessKey, nonce: 'slow' };
  const parts = { intent: 'lab.act', context, payload: { do: 'wait', ms: 700 } };
  const [one, other] = await Promise.all([client.send(parts), client.send(parts)]);
  expect([one.replayed, other.replayed].filter(Boolean)).toEqual([true]);
  expect(lab.acts.length).toBe(1);
  const gone = new WaybillClient({ baseUrl: 'http://127.0.0.1:9', answerTimeoutMs: 500 });
  await expect(gone.send(parts)).rejects.toMatchObject({ kind: 'unreachable' });
});
