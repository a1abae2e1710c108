import { beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../close-after-all.ts';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import type { Attack } from './attack.ts';
import { type Issuer, openIssuer } from './open-issuer.ts';
import { CONTEXT_ATTACKS } from './sheets/contexts.ts';
import { FRAMING_ATTACKS } from './sheets/framing.ts';
import { HOST_ATTACKS } from './sheets/hosts.ts';
import { INJECTION_ATTACKS } from './sheets/injection.ts';
import { OVERSIZED_ATTACKS } from './sheets/oversized.ts';
import { PATH_ATTACKS } from './sheets/paths.ts';
import { POLICY_ATTACKS } from './sheets/policies.ts';
import { PROTOTYPE_ATTACKS } from './sheets/prototypes.ts';
import { SINGLE_USE_ATTACKS } from './sheets/single-use.ts';
import { tokenAttacks } from './sheets/tokens.ts';

/** On a service that asks nobody who calls. */
const OPEN_SHEET: readonly Attack[] = [
  ...FRAMING_ATTACKS,
  ...HOST_ATTACKS,
  ...PATH_ATTACKS,
  ...OVERSIZED_ATTACKS,
  ...PROTOTYPE_ATTACKS,
  ...INJECTION_ATTACKS,
  ...CONTEXT_ATTACKS,
  ...SINGLE_USE_ATTACKS,
  ...POLICY_ATTACKS,
];
const TOKEN_SHEET = tokenAttacks(() => issuer);

/** What a process may hold more after all attacks than before them: compiled code, labels of metrics. */
const GROWN_BYTES = 128 * 1024 * 1024;

const closeLater = closeAfterAll();
const rssBefore = process.memoryUsage.rss();
let issuer: Issuer;
let open: OpenLab;
let closed: OpenLab;
beforeAll(async () => {
  open = await startLab();
  await closeLater(Promise.resolve(open.service));
  issuer = await closeLater(openIssuer());
  closed = await startLab({ auth: issuer.settings, outbound: { allow: ['127.0.0.1'] } });
  await closeLater(Promise.resolve(closed.service));
});

describe('an attack is refused with the right kind, and the service is well afterwards', () => {
  test.for(OPEN_SHEET)('$attack: $because', async (row) => {
    const victim = row.settings === undefined ? open : await openLab(row.settings);
    await survive(victim, row);
    expect((await send(victim.service.origin, victim.good.request('lab.act'))).outcome.status).toBe('fulfilled');
  });
});

describe('an attack on who calls is refused with the right kind, and the service is well afterwards', () => {
  test.for(TOKEN_SHEET)('$attack: $because', async (row) => {
    await survive(closed, row);
    const headers = { authorization: `Bearer ${await issuer.token()}` };
    const good = closed.good.request('lab.act', { principal: 'alice' });
    expect((await send(closed.service.origin, good, { headers })).outcome.status).toBe('fulfilled');
  });
});

test('the process has grown by nothing worth a word', () => {
  expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(GROWN_BYTES);
});

test('no two rows have the same name, and there are at least eighty', () => {
  const names = [...OPEN_SHEET, ...TOKEN_SHEET].map(({ attack }) => attack);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(80);
});

async function survive(
  { service, good, lab }: OpenLab,
  { send: attack, expected, actsFirst = 0 }: Attack,
): Promise<void> {
  const actsBefore = lab.acts.length;
  const { kind, text } = await attack({ origin: service.origin, good });
  expect(kind).toBe(expected);
  expect(lab.acts.length).toBe(actsBefore + actsFirst);
  expect(text).not.toContain('hunter2');
  // Every line can be read, so none of them was split or made up; none of them tells a secret or a bug.
  const lines = service.log();
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(Object.keys(Object.prototype)).toEqual([]);
}
