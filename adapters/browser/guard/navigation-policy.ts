import type { Outbound } from '../../../contracts/outbound.ts';
import { describeUrl } from '../secrets/describe-url.ts';

/** Where the pages of one target may be. */
export interface NavigationPolicyOptions {
  readonly allowOrigins: readonly string[];
  readonly allowPrivateAddresses: boolean;
  readonly egressProxy: boolean;
  readonly isPrivateHost: Outbound['isPrivateHost'];
  /** The service's own demo site, which is always on a private address: allowed in development only. */
  demoOrigin(): string | undefined;
}

/** Why a page may not be somewhere. */
export interface Refusal {
  /** Without its secrets. */
  readonly url: string;
  readonly reason: 'scheme' | 'origin' | 'private_address' | 'remote_address';
  readonly message: string;
}

const DEMO_PATH = '/demo/';

export class NavigationPolicy {
  readonly #options: NavigationPolicyOptions;

  constructor(options: NavigationPolicyOptions) {
    this.#options = options;
  }

  /** Whether a page may go there. */
  refuse(address: string): Refusal | undefined {
    if (address === 'about:blank' || address === '') return undefined;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      return refusal(address, 'scheme', 'only http and https addresses (and about:blank) are allowed');
    }
    if (this.#isDemo(url)) return undefined;
    if (!this.#options.allowOrigins.some((allowed) => matchesOrigin(allowed, url))) {
      return refusal(address, 'origin', "its origin is not among the target's allow_origins");
    }
    if (this.#options.allowPrivateAddresses) return undefined;
    // `URL` has already turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1.
    if (this.#options.isPrivateHost(url.hostname) === true) {
      return refusal(address, 'private_address', 'private, loopback and link-local addresses are not allowed');
    }
    return undefined;
  }

  /** Whether no page has business at a private address: the demo site is at one. */
  closesPrivateAddresses(): boolean {
    return !this.#options.allowPrivateAddresses && this.#options.demoOrigin() === undefined;
  }

  /** Whether a page may stay where it is, as its own address says. */
  refuseToStay(address: string): Refusal | undefined {
    // A page that could not be loaded: the browser's own text, which nothing can navigate to by name.
    return address.startsWith('chrome-error:') ? undefined : this.refuse(address);
  }

  /** Whether an answer may be used that came from this address: an allowed name may resolve to a private address. */
  refuseRemote(address: string, remoteAddress: string | undefined): Refusal | undefined {
    if (this.#options.allowPrivateAddresses || this.#options.egressProxy) return undefined;
    if (remoteAddress === undefined || this.#options.isPrivateHost(remoteAddress) !== true) return undefined;
    if (URL.canParse(address) && this.#isDemo(new URL(address))) return undefined;
    return refusal(address, 'remote_address', 'its name leads to a private, loopback or link-local address');
  }

  #isDemo(url: URL): boolean {
    return url.origin === this.#options.demoOrigin() && url.pathname.startsWith(DEMO_PATH);
  }
}

function refusal(address: string, reason: Refusal['reason'], why: string): Refusal {
  const url = describeUrl(address);
  return { url, reason, message: `${url} is refused: ${why}.` };
}

/** `allowed` is `*`, an origin, or an origin whose host starts with `*.` (any number of labels, at least one). */
function matchesOrigin(allowed: string, url: URL): boolean {
  if (allowed === '*') return true;
  if (!allowed.includes('*')) return URL.canParse(allowed) && new URL(allowed).origin === url.origin;
  const suffix = new URL(allowed.replace('*.', ''));
  return suffix.protocol === url.protocol && suffix.port === url.port && url.hostname.endsWith(`.${suffix.hostname}`);
}
