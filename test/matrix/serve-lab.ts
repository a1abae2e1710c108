import { ADAPTER_KINDS } from '../../src/adapter-kinds.ts';
import { openService } from '../../src/app.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { VERSION } from '../../src/version.ts';
import { createLab } from '../fixtures/lab-kind.ts';

/** `waybill`, with the lab among its adapter kinds: for scenarios that need it in a process of its own. */
const kinds = new Map([...ADAPTER_KINDS, ...createLab().kinds]);

process.exitCode = await runCli(
  {
    version: VERSION,
    env: process.env,
    kinds,
    openService: (settings) => openService(settings, { kinds }),
    takeStreams: () => {
      throw new Error('no host is served here');
    },
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  },
  process.argv.slice(2),
);
