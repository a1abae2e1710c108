import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';

/** `modern` knows the 2026-07-28 era alone, `sessionful` the 2025 era alone. */
export type NotesEra = 'modern' | 'sessionful';

export interface Notes {
  /** Options of a target that stands before it. */
  readonly options: JsonObject;
  /** What it was asked to do so far, by names of tools; `cancelled` where it was told to stop. */
  journal(): readonly string[];
}

/** A server of notes for one test: over HTTP it runs already, over stdio whoever has its options starts it. */
export async function startNotes(era: NotesEra, over: 'stdio' | 'http'): Promise<Notes> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-notes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'journal');
  const program = fileURLToPath(new URL(`${era}-notes.mjs`, import.meta.url));
  const parameters = [program, '--journal', file];
  const journal = (): readonly string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  if (over === 'stdio') return { options: { command: process.execPath, arguments: parameters }, journal };
  const child = spawn(process.execPath, [...parameters, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [url] = await once(createInterface(child.stdout), 'line');
  return { options: { url: String(url) }, journal };
}
