import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../dist/examples/run-example.js', import.meta.url));

/** A stand-in and the service start in it, on a machine that may be busy. */
export const EXAMPLE_LIMIT_MS = 120_000;

/** What the built example prints; rejects where a step came to something else than it says. */
export async function runExample(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, name], { timeout: EXAMPLE_LIMIT_MS });
  return stdout;
}
