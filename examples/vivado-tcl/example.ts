import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Resource } from '../../contracts/resource.ts';
import type { Example, ExampleStep } from '../example.ts';

/** Where the stand-in and the project are, seen from the built program as well as from here. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../../examples/vivado-tcl/' : './', import.meta.url),
);

const PROJECT = 'blinky.xpr';
const PAYLOAD = { project: PROJECT, top: 'blinky', part: 'xc7a35t-cpg236-1' };
const project = (state: string, identifier = PROJECT): Resource => ({ type: 'project', identifier, state });
const file = (state: string): Resource => ({ type: 'file', identifier: PROJECT, state });

export const example: Example = {
  domain: 'eda',
  open: async () => {
    const { folder, variables } = copyProjects();
    let holder: ChildProcess | undefined;
    const hold = async (): Promise<void> => {
      // As a colleague at a terminal would: util-linux's flock, on the same file.
      holder = spawn('flock', ['-o', join(folder, PROJECT), 'sh', '-c', 'echo held; read line'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      if (holder.stdout !== null) await once(holder.stdout, 'data');
    };
    const release = async (): Promise<void> => {
      if (holder === undefined) return;
      const ended = once(holder, 'exit');
      holder.stdin?.end();
      holder = undefined;
      await ended;
    };
    return {
      variables: { ...variables, STANDIN_STEP_MS: '50' },
      steps: steps(hold, release),
      close: async () => {
        await release();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

/** A folder of its own with the projects in it, and what the configuration has to know of it. */
export function copyProjects(): { readonly folder: string; readonly variables: Readonly<Record<string, string>> } {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-vivado-'));
  cpSync(join(FOLDER, 'projects'), folder, { recursive: true });
  return { folder, variables: { VIVADO: join(FOLDER, 'vivado'), PROJECTS: folder } };
}

function steps(hold: () => Promise<void>, release: () => Promise<void>): readonly ExampleStep[] {
  return [
    {
      title: 'Synthesize a design: each phase is told, and the utilization comes back',
      intent: 'eda.synthesis',
      resources: [project('ready'), file('present')],
      payload: PAYLOAD,
      expected: {
        status: 'fulfilled',
        effect: 'applied',
        verification: { status: 'verified' },
        result: { luts: 5, registers: 2, checkpoint: 'blinky.dcp' },
      },
    },
    {
      title: 'Somebody at a terminal holds the project: refused before anything is started',
      before: hold,
      intent: 'eda.synthesis',
      resources: [project('ready'), file('present')],
      payload: PAYLOAD,
      expected: {
        status: 'rejected',
        effect: 'none',
        error: {
          code: 'resource_state_mismatch',
          details: { resources: [{ type: 'file', expected_state: 'present', actual_state: 'locked' }] },
        },
      },
    },
    {
      title: 'The same by a client that did not ask whether it is locked: it waits for as long as it has time',
      intent: 'eda.synthesis',
      resources: [project('ready')],
      payload: PAYLOAD,
      timeoutMs: 3000,
      expected: {
        status: 'rejected',
        effect: 'none',
        error: {
          code: 'resource_state_mismatch',
          details: { resources: [{ type: 'file', expected_state: 'present', actual_state: 'locked' }] },
        },
      },
    },
    {
      title: 'The project is free again',
      before: release,
      intent: 'eda.synthesis',
      resources: [project('ready'), file('present')],
      payload: PAYLOAD,
      expected: { status: 'fulfilled' },
    },
    {
      title: 'A project that is not there',
      intent: 'eda.synthesis',
      resources: [project('ready', 'nothing.xpr')],
      payload: { ...PAYLOAD, project: 'nothing.xpr' },
      expected: {
        status: 'rejected',
        error: {
          code: 'resource_state_mismatch',
          details: { resources: [{ type: 'project', expected_state: 'ready', actual_state: 'absent' }] },
        },
      },
    },
    {
      title: 'A module that no source defines: Vivado says so, and its words come back',
      intent: 'eda.synthesis',
      resources: [project('ready')],
      payload: { ...PAYLOAD, top: 'blinky]; exec touch owned; [' },
      expected: {
        status: 'rejected',
        effect: 'none',
        error: {
          code: 'adapter_failed',
          message: "ERROR: [Synth 8-439] module 'blinky]; exec touch owned; [' not found",
          field: 'payload.top',
        },
      },
    },
  ];
}
