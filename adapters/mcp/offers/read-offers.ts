import type { CacheableRequestOptions, Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contracts/json.ts';
import type { OfferLists } from './offer-lists.ts';

/** Of one list: each is held for as long as the target is open, and told to whoever asks. */
const MOST_LISTED = 5000;
const INSTRUCTION_CHARACTERS = 16_384;

/**
 * Asks a server for all that it offers beside its tools. A list that can't be had is empty, and `warn` is told why: its tools are
 * worth having without it.
 */
export async function readOffers(
  client: Client,
  options: CacheableRequestOptions,
  warn: (method: string, error: unknown) => void,
): Promise<OfferLists> {
  const { resources, prompts, completions } = client.getServerCapabilities() ?? {};
  const list = async (method: string, ask: () => Promise<readonly object[]>): Promise<readonly JsonObject[]> => {
    try {
      const listed = await ask();
      return JSON.parse(JSON.stringify(listed.slice(0, MOST_LISTED)));
    } catch (error) {
      warn(method, error);
      return [];
    }
  };
  const instructions = client.getInstructions()?.slice(0, INSTRUCTION_CHARACTERS);
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
    ...(resourceList !== undefined && { resources: resourceList }),
    ...(templateList !== undefined && { resourceTemplates: templateList }),
    ...(promptList !== undefined && { prompts: promptList }),
    completes: completions !== undefined,
    ...(instructions !== undefined && { instructions }),
  };
}
