import type { Method } from './request-keys.ts';

/** A request that is ready to be sent. Header names are in lower case. */
export interface OutgoingRequest {
  readonly method: Method;
  readonly to: Destination;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A path at the configured upstream, that of `base_url` in front of it; or an address that somebody else has named. */
export type Destination = { readonly path: string } | { readonly url: string };
