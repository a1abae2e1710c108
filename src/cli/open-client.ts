import { Option } from 'commander';
import { WaybillClient } from '../../client/waybill-client.ts';
import type { Cli } from './cli.ts';
import type { UsageError } from './usage-error.ts';

export const TOKEN_VARIABLE = 'WAYBILL_TOKEN';

export interface ClientOptions {
  readonly url: string;
  readonly tokenEnv?: string;
}

/** Named, not given: what stands on a command line is in the list of processes, and in the history of the shell. */
export function tokenEnvOption(): Option {
  return new Option(
    '--token-env <name>',
    `environment variable that holds the key or token for the service (else ${TOKEN_VARIABLE})`,
  );
}

/** A client of a service, with the token of the environment where there is one. */
export function openClient({ env }: Cli, { url, tokenEnv }: ClientOptions): WaybillClient | UsageError {
  const token = env[tokenEnv ?? TOKEN_VARIABLE]?.trim();
  if (token === undefined || token === '') {
    if (tokenEnv !== undefined) return { usageError: `no token: the environment variable ${tokenEnv} is not set` };
    return new WaybillClient({ baseUrl: url });
  }
  return new WaybillClient({ baseUrl: url, token });
}
