import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderWith, runHere, runWaybill } from './run-waybill.ts';

const ROWS: readonly { readonly args: readonly string[]; readonly code: number; readonly says: string }[] = [
  { args: ['--version'], code: 0, says: '0.1.0' },
  { args: ['--help'], code: 0, says: 'Exit codes' },
  { args: [], code: 2, says: 'Usage: waybill' },
  { args: ['sned'], code: 2, says: 'Did you mean send?' },
  { args: ['serve', '--prot', '1'], code: 2, says: 'Did you mean --port?' },
  { args: ['serve', '--port', '70000'], code: 2, says: 'from 0 to 65535' },
  { args: ['serve', '--port', 'http'], code: 2, says: 'from 0 to 65535' },
  { args: ['serve'], code: 2, says: 'there is no configuration' },
  { args: ['serve', '--config', 'missing.yaml'], code: 2, says: 'missing.yaml can not be read (ENOENT' },
  {
    args: ['serve', '--development', '--host', '0.0.0.0'],
    code: 2,
    says: 'without authentication would let anyone on the network act',
  },
  { args: ['serve', '--development', '--port', '0', '--host', '127.0.0.1', '--config', '.'], code: 2, says: 'EISDIR' },
  { args: ['config', 'check'], code: 2, says: 'there is no configuration' },
  { args: ['context', 'mint'], code: 2, says: 'no domain: say --domain' },
  { args: ['context', 'mint', '--domain', 'a'], code: 2, says: 'no business key: say --business-key' },
  { args: ['context', 'mint', '--domian', 'a'], code: 2, says: 'Did you mean --domain?' },
  { args: ['context', 'verify', 'a-1-001-b'], code: 2, says: 'no business key: say --business-key' },
  { args: ['context', 'verify', 'a-1-001-b', '--busines-key', 'b'], code: 2, says: 'Did you mean --business-key?' },
  { args: ['context', 'mint', '--domain', 'a', '--business-key', 'b', '--count', '0'], code: 2, says: 'from 1 to 100' },
  { args: ['context', 'mint', '--domain', 'a', '--business-key', 'b'], code: 2, says: 'WAYBILL_SECRET' },
  { args: ['send', 'no spaces here', '--domain', 'a', '--business-key', 'b'], code: 2, says: 'expected an intent key' },
  { args: ['send', '--domain', 'a', '--business-key', 'b'], code: 2, says: 'no intent' },
  { args: ['send', 'system.echo', '--domain', 'a'], code: 2, says: 'no business key' },
  { args: ['send', 'system.echo', '--business-key', 'b'], code: 2, says: 'no context' },
  { args: ['send', 'system.echo', '--url', 'localhost:80'], code: 2, says: 'http://127.0.0.1:8080' },
  { args: ['send', 'system.echo', '--resource', 'dom_element:#a'], code: 2, says: 'type:identifier:state' },
  { args: ['send', 'system.echo', '--mode', 'dry'], code: 2, says: 'execute, dry_run' },
  { args: ['send', 'system.echo', '--timeout-ms', '0'], code: 2, says: 'from 1 to' },
  {
    args: ['send', 'system.echo', '--payload', '@missing.json'],
    code: 2,
    says: 'missing.json can not be read (ENOENT)',
  },
  {
    args: ['send', 'system.echo', '--payload', '[1]'],
    code: 2,
    says: `--payload: expected a JSON object such as '{"hello": "world"}', found JSON that is none`,
  },
  { args: ['send', 'system.echo', '--payload', '{a: 1}'], code: 2, says: 'found text that is not JSON' },
  { args: ['replay', 'missing.json'], code: 2, says: 'missing.json can not be read (ENOENT)' },
  {
    args: ['send', 'system.echo', '--domain', 'a', '--business-key', 'b', '--url', 'http://127.0.0.1:1'],
    code: 3,
    says: 'nothing answers at http://127.0.0.1:1',
  },
  { args: ['routes', '--url', 'http://127.0.0.1:1'], code: 3, says: 'nothing answers' },
];

describe('the command line', () => {
  test.for(ROWS)('$args exits with $code', async ({ args, code, says }) => {
    const run = await runHere(args);
    expect(`${run.stdout}${run.stderr}`.replace(/\s+/g, ' ')).toContain(says);
    expect(run.code).toBe(code);
  });

  test.for(['serve', 'config check', 'context mint', 'context verify', 'send', 'replay', 'explain', 'routes'])(
    'waybill %s --help shows examples and exit codes',
    async (command) => {
      const run = await runHere([...command.split(' '), '--help']);
      expect(run.code).toBe(0);
      expect(run.stdout).toMatch(new RegExp(`Examples:[^]*waybill ${command} `));
      expect(run.stdout.toLowerCase()).toContain('exit codes:');
    },
  );

  test.for([
    { args: ['--version'], code: 0 },
    { args: ['sned'], code: 2 },
    { args: ['routes', '--url', 'http://127.0.0.1:1'], code: 3 },
  ])('as a process exits with $code after $args', async ({ args, code }) => {
    expect((await runWaybill(args)).code).toBe(code);
  });

  test('does not repeat what stands in a broken payload', async () => {
    const run = await runHere(['send', 'system.echo', '--payload', '{"password": "hunter2hunter2"']);
    expect(run.code).toBe(2);
    expect(`${run.stdout}${run.stderr}`).not.toContain('hunter2');
  });

  test('says that it is not built where it is not', () => {
    const folder = folderWith({ 'package.json': '{"type": "module"}' });
    mkdirSync(join(folder, 'bin'));
    cpSync(fileURLToPath(new URL('../../bin/waybill.js', import.meta.url)), join(folder, 'bin/waybill.js'));
    const run = spawnSync(process.execPath, [join(folder, 'bin/waybill.js')], { encoding: 'utf8' });
    expect(run.stderr).toContain('npm run build');
    expect(run.status).toBe(2);
  });
});
