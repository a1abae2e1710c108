/** Why something outside may not be connected to. */
export interface OutboundRefusal {
  readonly reason: 'unreadable' | 'scheme' | 'credentials' | 'private_address';
  /** What was found and what to do. Without anything of the address that could be a secret. */
  readonly message: string;
}

/** What `lookup` fails with, and `fetch` rejects with, where a connection is refused. Nothing was sent by then. */
export class OutboundRefused extends Error {
  readonly refusal: OutboundRefusal;

  constructor(refusal: OutboundRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export interface LookupAddress {
  readonly address: string;
  readonly family: number;
}

export interface LookupWishes {
  readonly all?: boolean | undefined;
  readonly family?: number | 'IPv4' | 'IPv6' | undefined;
  readonly hints?: number | undefined;
}

/** In the form of Node's `dns.lookup`, so that it can be handed to whatever connects: `net`, `http`, `ws`, `undici`. */
export type OutboundLookup = (
  hostname: string,
  wishes: LookupWishes,
  done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/** The part of `RequestInit` that `fetch` takes. */
export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** `manual` (the answer that redirects is the answer) where left out; each hop of `follow` is judged as the first is. */
  readonly redirect?: 'manual' | 'follow' | 'error';
}

/**
 * The guard for everything that connects to an address which configuration, a client or an upstream has named. Private,
 * loopback, link-local (cloud metadata) and other special addresses are closed, but for what `outbound.allow` names.
 */
export interface Outbound {
  /**
   * Judges an http, https, ws or wss address by what it says, before anything is resolved or sent. Ask it wherever
   * `lookup` is used: Node asks no lookup for a host that is an IP address.
   */
  refuse(url: string): OutboundRefusal | undefined;
  /**
   * Resolves a name and refuses it whole where any of its addresses is closed. What it gives is what is connected to, so
   * that a name can't lead elsewhere between the check and the connection (DNS rebinding).
   */
  readonly lookup: OutboundLookup;
  /**
   * `fetch` through the guard: the address, each connection, each hop. Sends no cookies. Rejects with `OutboundRefused`
   * where it is refused, as `fetch` does where it fails.
   */
  fetch(url: string | URL, request?: OutboundRequest): Promise<Response>;
  /**
   * Whether a host (a name, or an address as it stands in a URL) is outside the public internet, whatever is allowed.
   * Undefined: a name, of which nobody knows before it is resolved.
   */
  isPrivateHost(host: string): boolean | undefined;
}
