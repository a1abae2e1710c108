import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LineFile } from '../../src/telemetry/line-file.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { until } from '../http/until.ts';

function openFile(path: string) {
  const said: string[] = [];
  let lost = 0;
  const file = new LineFile(path, {
    failing: ({ code }) => said.push(`failing ${code}`),
    notReopened: ({ code }) => said.push(`not reopened ${code}`),
    recovered: () => said.push('recovered'),
    lost: () => {
      lost += 1;
    },
  });
  let closed: Promise<number> | undefined;
  const close = (): Promise<number> => {
    closed ??= file.close();
    return closed;
  };
  onTestFinished(async () => void (await close()));
  return { file, close, said, lost: () => lost };
}

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean);
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

test('lines are in the file once it is closed, all of them, in order, behind those that were there', async () => {
  const path = join(folderWith({ log: 'line 0\n' }), 'log');
  const { file, close } = openFile(path);
  for (const line of numbered(1, 20_000)) file.append(`${line}\n`);
  expect(await close()).toBe(0);
  expect(linesOf(path)).toEqual(numbered(0, 20_000));
});

test('what is appended reaches the file without being closed', async () => {
  const path = join(folderWith(), 'log');
  const { file } = openFile(path);
  file.append('line 0\n');
  await until(() => linesOf(path).length === 1);
});

test('a file that was moved away is opened anew, with no line lost or torn between the two', async () => {
  const path = join(folderWith(), 'log');
  const { file, close, said } = openFile(path);
  for (const line of numbered(0, 5000)) file.append(`${line}\n`);
  renameSync(path, `${path}.1`);
  for (const line of numbered(5000, 10_000)) file.append(`${line}\n`);
  file.reopen();
  for (const line of numbered(10_000, 15_000)) file.append(`${line}\n`);
  await close();
  const [old, anew] = [linesOf(`${path}.1`), linesOf(path)];
  expect([...old, ...anew]).toEqual(numbered(0, 15_000));
  expect(anew.length).toBeGreaterThan(0);
  expect(said).toEqual([]);
});

test('where it can not be opened anew, the file that was open is written on', async () => {
  const folder = folderWith();
  const path = join(folder, 'log');
  const { file, close, said } = openFile(path);
  renameSync(folder, `${folder}-moved`);
  onTestFinished(() => rmSync(`${folder}-moved`, { recursive: true }));
  file.reopen();
  file.append('line 0\n');
  await close();
  expect(said).toEqual(['not reopened ENOENT']);
  expect(linesOf(join(`${folder}-moved`, 'log'))).toEqual(['line 0']);
});

test('a full disk is told once; what is held is written as soon as there is room', async () => {
  const path = join(folderWith(), 'log');
  symlinkSync('/dev/full', path);
  const { file, close, said, lost } = openFile(path);
  file.append('line 0\n');
  await until(() => said.length > 0);
  for (const line of numbered(1, 1000)) file.append(`${line}\n`);
  rmSync(path);
  file.reopen();
  await until(() => said.includes('recovered'));
  await close();
  expect(said).toEqual(['failing ENOSPC', 'recovered']);
  expect(linesOf(path)).toEqual(numbered(0, 1000));
  expect(lost()).toBe(0);
});

test('a disk that stays full does not make it grow: what can not be held is counted, and so is what is left at the end', async () => {
  const { file, close, lost } = openFile('/dev/full');
  const line = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 10_000; count += 1) file.append(line);
  expect(lost()).toBeGreaterThan(1500);
  expect((await close()) + lost()).toBe(10_000);
});
