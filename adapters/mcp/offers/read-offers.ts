import type { CacheableRequestOptions } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Connection } from '../connections/connection.ts';
import { describeError } from '../connections/describe-error.ts';

/** Of one list: each is held for as long as the target is open, and told to whoever asks. */
const MOST_LISTED = 5000;
const MOST_CHARACTERS = 16_384;

/** What a server offers beside its tools, as it says itself. A list is undefined where it has nothing of the kind. */
export interface ListedOffers {
  readonly resources: readonly JsonObject[] | undefined;
  readonly resourceTemplates: readonly JsonObject[] | undefined;
  readonly prompts: readonly JsonObject[] | undefined;
  readonly completes: boolean;
  /** What it says to whoever uses it. */
  readonly instructions: string | undefined;
  /** Why a list is empty that may not be. */
  readonly unlisted: readonly string[];
}

/** Asks for all lists. One that can't be had is empty: the tools are worth having without it. */
export async function readOffers({ client }: Connection, options: CacheableRequestOptions): Promise<ListedOffers> {
  const { resources, prompts, completions } = client.getServerCapabilities() ?? {};
  const unlisted: string[] = [];
  const list = async (method: string, ask: () => Promise<readonly object[]>): Promise<readonly JsonObject[]> => {
    try {
      const listed = await ask();
      return listed.slice(0, MOST_LISTED) as readonly JsonObject[]; // `as`: the client has parsed them, from JSON
    } catch (error) {
      unlisted.push(`${method}: ${describeError(error)}`);
      return [];
    }
  };
  const [resourceList, templateList, promptList] = await Promise.all([
    resources && list('resources/list', async () => (await client.listResources(undefined, options)).resources),
    resources &&
      list(
        'resources/templates/list',
        async () => (await client.listResourceTemplates(undefined, options)).resourceTemplates,
      ),
    prompts && list('prompts/list', async () => (await client.listPrompts(undefined, options)).prompts),
  ]);
  return {
    resources: resourceList,
    resourceTemplates: templateList,
    prompts: promptList,
    completes: completions !== undefined,
    instructions: client.getInstructions()?.slice(0, MOST_CHARACTERS),
    unlisted,
  };
}
