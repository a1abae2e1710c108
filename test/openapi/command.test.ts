import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runHere } from '../cli/run-waybill.ts';
import { documentWith } from './import-text.ts';

const operation = (operationId: string, ...tags: readonly string[]) => ({ operationId, tags, responses: {} });
const DOCUMENT = documentWith({
  paths: {
    '/scans': { post: operation('startScan', 'scan'), get: operation('listScans', 'scan') },
    '/users': { get: operation('listUsers', 'user') },
    '/files': {
      post: { ...operation('upload', 'file'), requestBody: { required: true, content: { 'image/png': {} } } },
    },
  },
});

async function importHere(args: readonly string[], text = DOCUMENT) {
  const folder = folderWith({ 'api.json': text });
  return { folder, ...(await runHere(['import', 'openapi', join(folder, 'api.json'), ...args])) };
}

const intentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^ {6}([\w.]+):$/gm)].map(([, key = '']) => key);

describe('waybill import openapi', () => {
  test('writes configuration to standard output, and the rest to standard error', async () => {
    const { code, stdout, stderr } = await importHere([]);
    expect(code).toBe(0);
    expect(intentsOf(stdout)).toEqual(['parcels.start_scan', 'parcels.list_scans', 'parcels.list_users']);
    expect(stderr).toContain('left out: POST /files: its body is image/png; only JSON and forms can be sent');
    expect(stderr).toContain('3 intents, 1 left out');
  });

  test.for<[readonly string[], readonly string[]]>([
    [
      ['--tag', 'scan'],
      ['parcels.start_scan', 'parcels.list_scans'],
    ],
    [
      ['--tag', 'scan', '--tag', 'user'],
      ['parcels.start_scan', 'parcels.list_scans', 'parcels.list_users'],
    ],
    [['--operation', 'listScans'], ['parcels.list_scans']],
    [
      ['--operation', 'list_scans', '--tag', 'user'],
      ['parcels.list_scans', 'parcels.list_users'],
    ],
    [['--operation', 'startScan', '--target', 'scanner'], ['scanner.start_scan']],
  ])('takes what %s names', async ([args, expected]) => {
    expect(intentsOf((await importHere(args)).stdout)).toEqual(expected);
  });

  test.for<[readonly string[], string]>([
    [['--tag', 'scann'], 'no operation has the tag "scann"; did you mean "scan"'],
    [['--operation', 'lstScans'], 'there is no operation "lstScans"; did you mean "listScans"'],
    [['--target', 'Not A Name'], '"Not A Name" is no name for a target'],
    [['--target', 'system'], 'the name "system" is reserved'],
    [['--base-url', 'ftp://a'], 'expected an address'],
    [['--base-url', 'https://a.example/?b=c'], 'more than a host and a path'],
  ])('refuses %s with 2', async ([args, why]) => {
    const { code, stdout, stderr } = await importHere(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
  });

  test('exits with 1 where no operation could be taken over', async () => {
    const { code, stdout, stderr } = await importHere(['--tag', 'file']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('no operation could be taken over');
  });

  test('exits with 2 for a file that is not there, or is no document', async () => {
    expect(await runHere(['import', 'openapi', '/nowhere.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ENOENT'),
    });
    expect(await importHere([], '{"swagger": "2.0"}')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Swagger 2.0'),
    });
  });

  test('writes a new file, and overwrites none', async () => {
    const folder = folderWith({ 'api.json': DOCUMENT });
    const args = ['import', 'openapi', join(folder, 'api.json'), '--tag', 'scan', '--out', join(folder, 'out.yaml')];
    expect(await runHere(args)).toMatchObject({ code: 0, stdout: '' });
    const written = readFileSync(join(folder, 'out.yaml'), 'utf8');
    expect(written).toMatch(/^# Imported from Parcels 1\.\n/);
    expect(await runHere(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') });
    expect(readFileSync(join(folder, 'out.yaml'), 'utf8')).toBe(written);
  });

  test('leaves out an operation that a configuration would be refused for', async () => {
    const path = `/${'a'.repeat(5000)}`;
    const text = documentWith({ paths: { [path]: { get: operation('long') }, '/b': { get: operation('short') } } });
    const { code, stdout, stderr } = await importHere([], text);
    expect(code).toBe(0);
    expect(intentsOf(stdout)).toEqual(['parcels.short']);
    expect(stderr).toContain('left out: parcels.long: ');
  });

  test('warns of a document that is not valid, and shows no control characters of it', async () => {
    const text = DOCUMENT.replace('"Parcels"', '7').replace('"startScan"', '"start\\u001b[2JScan"');
    const { code, stderr, stdout } = await importHere(['--tag', 'file', '--tag', 'scan'], text);
    expect(code).toBe(0);
    expect(stderr).toContain('is no valid OpenAPI');
    expect(stderr + stdout).not.toContain('\u001b');
  });
});
