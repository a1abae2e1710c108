import type { FailureKind } from '../../contracts/failure.ts';
import type { Effect } from '../../contracts/outcome.ts';

/** What a status stands for that is no success. */
export interface StatusMeaning {
  readonly kind: FailureKind;
  readonly because: string;
  /** Of an act that is no read. */
  readonly effect: Effect;
  readonly transient: boolean;
  /** What to do, where that is not the same as for all. */
  readonly hint?: string;
}

export function meaningOf(status: number, namesTime: boolean): StatusMeaning {
  const known = MEANINGS[status];
  if (status === 503) {
    // A proxy answers 503 too where the connection broke behind it; who names a time has looked at the request and sent it away.
    return {
      kind: 'adapter_unavailable',
      because: 'it is overloaded or down',
      effect: namesTime ? 'none' : 'unknown',
      transient: true,
    };
  }
  if (known !== undefined) return known;
  if (status >= 500) return { kind: 'adapter_failed', because: 'it failed', effect: 'unknown', transient: false };
  if (status >= 400)
    return { kind: 'adapter_failed', because: 'it refused the request', effect: 'none', transient: false };
  return {
    kind: 'adapter_failed',
    because: 'which is not among the answers that it is configured to give',
    effect: 'unknown',
    transient: false,
  };
}

const redirect: StatusMeaning = {
  kind: 'adapter_failed',
  because: 'a redirect, which is not followed',
  effect: 'unknown',
  transient: false,
  hint: 'Where it is a good answer, `success` of the intent takes it; `max_redirects` of the target follows those of reads.',
};
const credentials = (because: string): StatusMeaning => ({
  kind: 'adapter_failed',
  because,
  effect: 'none',
  transient: false,
  hint: 'Nothing was done. The credentials stand under `auth` of the target, for its operator to correct.',
});
const gateway = (because: string): StatusMeaning => ({
  kind: 'adapter_unavailable',
  because,
  effect: 'unknown',
  transient: true,
});

const MEANINGS: Readonly<Record<number, StatusMeaning>> = {
  301: redirect,
  302: redirect,
  303: redirect,
  307: redirect,
  308: redirect,
  401: credentials('it does not take the credentials of this service'),
  403: credentials('the credentials of this service do not allow it'),
  408: { kind: 'adapter_failed', because: 'it did not get the request in time', effect: 'unknown', transient: true },
  425: { kind: 'adapter_failed', because: 'it was too early', effect: 'none', transient: true },
  429: { kind: 'rate_limited', because: 'it was asked too often', effect: 'none', transient: true },
  501: { kind: 'adapter_failed', because: 'it has no such thing', effect: 'none', transient: false },
  502: gateway('a gateway could not reach what is behind it'),
  504: gateway('a gateway waited in vain for what is behind it'),
};
