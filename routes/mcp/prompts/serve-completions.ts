import type { CompleteRequest, CompleteResult, Server } from '@modelcontextprotocol/server';
import { isInputRequiredResult } from '@modelcontextprotocol/server';
import { failure } from '../../../contracts/failure.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Core } from '../../../src/core/core.ts';
import { isRecord } from '../../../src/core/is-record.ts';
import { mayHave, type OfferBehind } from '../../../src/core/mcp/mcp-offers.ts';
import type { Permissions } from '../../../src/core/permissions.ts';
import { guarded } from '../guarded.ts';
import type { McpContext } from '../mcp-context.ts';
import type { McpOptions } from '../mcp-options.ts';
import { readHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { intentsOf } from '../resources/intents-of.ts';
import { OWN_KINDS } from '../resources/own-resources.ts';
import { routeBehind } from '../route-behind.ts';
import { OWN_PROMPT_TEXTS } from './own-prompts.ts';
import { readComponents } from './read-components.ts';

/** As the protocol bounds it. */
const MOST_VALUES = 100;
const FRAMEWORKS = ['Angular', 'HTML and CSS', 'React', 'Svelte', 'Vue'];

type Given = Readonly<Record<string, string>>;

/** Has a server answer `completion/complete`. */
export function serveCompletions({ served }: McpOptions): (server: Server) => void {
  return (server) => {
    server.setRequestHandler(
      'completion/complete',
      guarded(served, async (message, context) => {
        const core = served.core();
        const { ref, argument, context: said } = message.params;
        const { permissions } = readHail(context).principal;
        const given = said?.arguments ?? {};
        const own = ownValues(core, permissions, ref, argument.name, given);
        return own === undefined
          ? completeBehind(core, message, context, server)
          : bounded(own.filter((value) => value.toLowerCase().startsWith(argument.value.toLowerCase())));
      }),
    );
  };
}

/** All that an argument of ours may be; undefined where it is none of ours. */
function ownValues(
  core: Core,
  permissions: Permissions,
  ref: CompleteRequest['params']['ref'],
  name: string,
  given: Given,
): readonly string[] | undefined {
  if (ref.type === 'ref/prompt') {
    return Object.hasOwn(OWN_PROMPT_TEXTS, ref.name) ? valuesOf(core, permissions, name, given) : undefined;
  }
  const kind = OWN_KINDS.find(({ folder, variable }) => ref.uri === `waybill://${folder}/{${variable}}`);
  return kind?.names(core, permissions);
}

function valuesOf(core: Core, permissions: Permissions, argument: string, given: Given): readonly string[] {
  switch (argument) {
    case 'intent':
      return intentsOf(core, permissions).map(({ declaration }) => declaration.key);
    case 'domain':
      return domainsOf(core);
    case 'type':
      return [...core.offers.resourceTypes.keys()].sort();
    case 'state':
      return core.offers.resourceTypes.get(given.type ?? '')?.declaration.states ?? [];
    case 'component':
      return readComponents(given.metadata ?? '').components.map(({ name }) => name);
    case 'framework':
      return FRAMEWORKS;
    default:
      return [];
  }
}

/** Those that the configuration names as they are. */
function domainsOf({ tools, routes }: Core): readonly string[] {
  const ofRoutes = [...routes.values()].flat().map(({ rule }) => rule.domain);
  const named = [tools.policy.domain, ...ofRoutes].filter((domain) => domain !== undefined && !/[*?]/.test(domain));
  return [...new Set(named as string[])].sort(); // `as`: what is undefined was taken out
}

async function completeBehind(
  core: Core,
  message: CompleteRequest,
  context: McpContext,
  server: Server,
): Promise<CompleteResult> {
  const { ref, argument, context: said } = message.params;
  const hail = readHail(context);
  const { prompts, templates, resources } = core.mcpOffers;
  const prompt = ref.type === 'ref/prompt' ? prompts.get(ref.name) : undefined;
  const offer: OfferBehind | undefined =
    ref.type === 'ref/prompt' ? prompt : (templates.get(ref.uri) ?? resources.get(ref.uri));
  if (offer === undefined || !mayHave(hail.principal.permissions, offer)) {
    const asked = ref.type === 'ref/prompt' ? ref.name : ref.uri;
    const why = failure('not_found', `There is nothing to complete for ${JSON.stringify(asked.slice(0, 256))}`, {
      hint: 'prompts/list and resources/templates/list name all that there is for this caller.',
    });
    throw refusal(core, hail, why);
  }
  if (offer.completeKey === undefined) return bounded([]);
  const own = prompt === undefined ? ref : { ...ref, name: prompt.ownName };
  // `as`: as the SDK read it out of JSON
  const payload = { ref: own, argument, ...(said !== undefined && { context: said }) } as unknown as JsonObject;
  const read = await routeBehind(core, { intentKey: offer.completeKey, payload, message, context, server });
  return isInputRequiredResult(read) ? bounded([]) : readCompletion(read);
}

function readCompletion({ completion }: JsonObject): CompleteResult {
  const { values, total, hasMore } = isRecord(completion) ? completion : {};
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  const all = bounded(texts);
  return {
    completion: {
      ...all.completion,
      ...(typeof total === 'number' && { total }),
      ...(hasMore === true && { hasMore }),
    },
  };
}

function bounded(values: readonly string[]): CompleteResult {
  const hasMore = values.length > MOST_VALUES;
  return { completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore } };
}
