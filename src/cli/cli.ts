import type { KindOptions } from '../config/check-targets.ts';
import type { Environment } from '../config/interpolate.ts';
import type { Settings } from '../config/settings.ts';
import type { HostLine, Service } from '../service.ts';

/** What the command line is given by the process that it runs in. */
export interface Cli {
  readonly version: string;
  readonly env: Environment;
  readonly kinds: KindOptions;
  /** With `stdio` for a host at the standard streams, else over HTTP. */
  openService(settings: Settings, stdio?: HostLine): Promise<Service>;
  /** The standard streams, for a protocol: whatever else is written to standard output goes to standard error from here on. */
  takeStreams(): Pick<HostLine, 'input' | 'output'>;
  /** One line to standard output: what the command is for. */
  print(line: string): void;
  /** One line to standard error: what went wrong, and what else is worth knowing. */
  complain(line: string): void;
}
