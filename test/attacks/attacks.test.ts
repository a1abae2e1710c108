import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenLab, openLab, startLab } from '../http/open-lab.ts';
import { send } from '../http/send.ts';
import type { Attack } from './attack.ts';
import { CONTEXT_ATTACKS } from './sheets/contexts.ts';
import { FRAMING_ATTACKS } from './sheets/framing.ts';
import { HOST_ATTACKS } from './sheets/hosts.ts';
import { INJECTION_ATTACKS } from './sheets/injection.ts';
import { OVERSIZED_ATTACKS } from './sheets/oversized.ts';
import { PATH_ATTACKS } from './sheets/paths.ts';
import { PROTOTYPE_ATTACKS } from './sheets/prototypes.ts';

const SHEET: readonly Attack[] = [
  ...FRAMING_ATTACKS,
  ...HOST_ATTACKS,
  ...PATH_ATTACKS,
  ...OVERSIZED_ATTACKS,
  ...PROTOTYPE_ATTACKS,
  ...INJECTION_ATTACKS,
  ...CONTEXT_ATTACKS,
];

/** What a process may hold more after all attacks than before them: compiled code, labels of metrics. */
const GROWN_BYTES = 128 * 1024 * 1024;

let shared: OpenLab;
beforeAll(async () => {
  shared = await startLab();
});
afterAll(() => shared.service.close());

describe('an attack is refused with the right kind, and the service is well afterwards', () => {
  const rssBefore = process.memoryUsage.rss();

  test.for(SHEET)('$attack: $because', async ({ send: attack, expected, settings }) => {
    const { service, good, lab } = settings === undefined ? shared : await openLab(settings);
    const actsBefore = lab.acts.length;
    const { kind, text } = await attack({ origin: service.origin, good });
    expect(kind).toBe(expected);
    expect(lab.acts.length).toBe(actsBefore);
    expect(text).not.toContain('hunter2');
    // Every line can be read, so none of them was split or made up; none of them tells a secret or a bug.
    const lines = service.log();
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await send(service.origin, good.request('lab.act'))).outcome.status).toBe('fulfilled');
  });

  test('and it has grown by nothing worth a word', () => {
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(GROWN_BYTES);
  });

  test('no two rows have the same name, and there are at least eighty', () => {
    const names = SHEET.map(({ attack }) => attack);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });
});
