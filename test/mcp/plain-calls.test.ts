import { expect, test } from 'vitest';
import { openTestService, testSettings } from '../open-test-service.ts';
import { ASKER_TARGET, createAsker } from './asker-kind.ts';
import { type Message, postMessage } from './post-message.ts';
import { anIntent, SHELF_TARGET, Shelf } from './shelf.ts';
import { withoutDrawn } from './without-drawn.ts';

/** Nobody reads it, and the SDK hands it on; but a call with it is not plain. */
const BY_THE_SDK = { 'com.example/of-no-matter': true };
const ELICITS = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };

async function openBoth() {
  const asker = createAsker();
  const shelf = new Shelf([anIntent('shelf.act'), anIntent('shelf.break'), anIntent('shelf.pay')]);
  shelf.act = ({ intentKey, payload }) => {
    if (intentKey === 'shelf.break') throw new Error('a bug');
    return { effect: 'applied', result: payload };
  };
  return openTestService(
    {
      targets: [ASKER_TARGET, SHELF_TARGET],
      mcp: { ...testSettings().mcp, tasks: { afterMs: 3000, always: [], required: ['shelf.pay'] } },
    },
    { kinds: new Map([...asker.kinds, ...shelf.kinds]) },
  );
}

const call = (name: string, given: object, meta: object = {}): Message => ({
  method: 'tools/call',
  params: { name, arguments: given },
  meta: { ...meta },
});

test.for([
  ['is fulfilled', call('system_echo', { greeting: 'hällo' })],
  ['brings no arguments', { method: 'tools/call', params: { name: 'system_echo' }, meta: {} }],
  ['brings a context that was changed', call('system_echo', { waybill: { context: { id: 'mcp-1-001-0' } } })],
  ['says what nobody knows', call('system_echo', { waybill: { contexts: {} } })],
  ['does not fit the payload', call('system_sleep', { ms: 'long' })],
  ['lacks what may be asked', call('asker_order', { item: 'a pen' }, ELICITS)],
  ['lacks what can not be asked', call('asker_order', { item: 'a pen' })],
  ['is asked by its adapter', call('asker_greet', {}, ELICITS)],
  ['is of a client that lacks what it is asked', call('asker_lack', {}, ELICITS)],
  ['asks a client for what it has not declared', call('asker_think', {}, ELICITS)],
  ['is of a tool that only clients with tasks may call', call('shelf_pay', {})],
  ['meets a bug', call('shelf_break', {})],
  ['acts', call('shelf_act', { one: 1 })],
  ['names a trace', call('shelf_act', {}, { traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` })],
] as const)('a call that %s is answered without the SDK as by it', async ([, message]) => {
  const { origin, log } = await openBoth();
  const plain = await postMessage(origin, message);
  const bySdk = await postMessage(origin, { ...message, meta: { ...message.meta, ...BY_THE_SDK } });
  const told = ({ status, headers, text }: typeof plain) => ({
    status,
    type: headers['content-type'],
    cache: headers['cache-control'],
    body: withoutDrawn(text),
  });
  expect(told(plain)).toEqual(told(bySdk));
  const lines = log().filter(({ msg }) => msg === 'request');
  expect(lines).toHaveLength(2);
  const logged = lines.map(({ outcome, failure, intent, transport }) => ({ outcome, failure, intent, transport }));
  expect(logged[0]).toEqual(logged[1]);
});
