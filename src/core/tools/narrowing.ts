import { type Failure, failure } from '../../../contracts/failure.ts';
import { DOMAIN_PATTERN } from '../../../contracts/minting.ts';
import { compileGlob } from '../glob.ts';

/** A query is remembered with what it picks. */
const MOST_QUERY_UNITS = 2000;
const MOST_GLOBS = 64;

const DOMAIN = new RegExp(DOMAIN_PATTERN);

/** What a client wants to see of the tools that it may call. */
export interface Narrowing {
  /** By intent key, or by the tool's own name. */
  readonly picks: (name: string) => boolean;
  /** Left out: those of any domain. */
  readonly domain?: string;
}

/**
 * Reads the query of the address that a client uses: `tools=ui_interaction.*,page.open` and `domain=login-flow`. Other parameters are
 * a gateway's, and not looked at. Fails with `invalid_request`.
 */
export function readNarrowing(query: string): Narrowing | Failure {
  if (query === '') return { picks: () => true };
  if (query.length > MOST_QUERY_UNITS)
    return unusable(`The query of the address is longer than ${MOST_QUERY_UNITS} characters`);
  const parameters = new URLSearchParams(query);
  const globs = parameters.getAll('tools').flatMap((list) =>
    list
      .split(',')
      .map((glob) => glob.trim())
      .filter(Boolean),
  );
  if (globs.length > MOST_GLOBS) return unusable(`?tools= of the address names more than ${MOST_GLOBS}`);
  const domain = parameters.get('domain');
  if (domain !== null && !DOMAIN.test(domain)) return unusable('?domain= of the address is no context domain');
  const matchers = globs.map(compileGlob);
  return {
    picks: matchers.length === 0 ? () => true : (name) => matchers.some((matches) => matches(name)),
    ...(domain !== null && { domain }),
  };
}

function unusable(message: string): Failure {
  return failure('invalid_request', message, {
    hint: 'Write /mcp?tools=ui_interaction.*,page.open&domain=login-flow, or /mcp for everything.',
  });
}
