import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import type { AdapterLog } from '../../contracts/adapter.ts';
import type { Outbound } from '../../contracts/outbound.ts';

const FETCH_MS = 5000;
/** The largest key sets in the field have some tens of kilobytes. */
const MOST_BYTES = 1_048_576;
/** A key that is not in the set is looked for once more, so often at most: anyone can make up its name. */
const COOLDOWN_MS = 5000;
/** What could not be had is not asked for again sooner, however many requests wait for it. */
const RETRY_MS = 1000;
/** From this age on keys are fetched anew, beside the requests: a withdrawn key is taken for so long. */
const REFRESH_MS = 300_000;
/** As long as the issuer can't be reached, what it published last is taken for so long. */
const MOST_AGE_MS = 3_600_000;

/** The keys of the issuer can't be had now, so that nobody can say whether a token is good. */
export class KeysUnavailable extends Error {}

/** The public keys of an issuer: fetched when first needed, kept, and fetched anew as they age or a key is not among them. */
export function openSigningKeys(url: string, outbound: Outbound, log: AdapterLog): JWTVerifyGetKey {
  let fetchedAtMs = 0;
  let retryAtMs = 0;
  const fetchOnce = async (signal: AbortSignal, headers: Headers): Promise<Response> => {
    if (performance.now() < retryAtMs) throw new KeysUnavailable('they could not be fetched a moment ago');
    try {
      const text = await readText(await outbound.fetch(url, { signal, headers }));
      fetchedAtMs = performance.now();
      return new Response(text);
    } catch (error) {
      retryAtMs = performance.now() + RETRY_MS;
      const why = describe(error);
      log.warn({ url, why }, 'the keys that tokens are signed with could not be fetched');
      throw new KeysUnavailable(why);
    }
  };
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MOST_AGE_MS,
    [customFetch]: (_url, { signal, headers }) => fetchOnce(signal, headers),
  });
  return async (header, token) => {
    if (keys.fresh && !keys.reloading && performance.now() - fetchedAtMs > REFRESH_MS) {
      void keys.reload().catch(() => undefined); // it was logged, and the keys at hand are good for a while
    }
    try {
      return await keys(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new KeysUnavailable(describe(error));
    }
  };
}

/** An answer that redirects is none: it could lead anywhere, and over http. */
async function readText(response: Response): Promise<string> {
  if (response.status !== 200) throw new KeysUnavailable(`the answer was HTTP ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new KeysUnavailable(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Whether it is the token that is at fault, and not the set of keys. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

/** `fetch` says why in the cause of its error. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
