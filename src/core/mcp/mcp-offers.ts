import type { McpOffers } from '../../../contracts/adapter.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Offers } from '../catalogue.ts';
import type { Permissions } from '../permissions.ts';
import { compileUriTemplate } from './match-uri-template.ts';

/** Something of an MCP server behind a target, by the intent of which it is had. */
export interface OfferBehind {
  /** As the lists tell it, in MCP's shape. */
  readonly listed: JsonObject;
  readonly target: string;
  /** Undefined: it is listed, and can not be had. */
  readonly intentKey: string | undefined;
  /** By which its argument values are completed. */
  readonly completeKey: string | undefined;
}

/** As it is called at its server: two of these may offer prompts of one name. */
export interface PromptBehind extends OfferBehind {
  readonly ownName: string;
}

export interface TemplateBehind extends OfferBehind {
  matches(uri: string): boolean;
}

/** What the MCP servers behind all targets offer beside tools. Compiled once. */
export interface McpOfferTable {
  readonly resources: ReadonlyMap<string, OfferBehind>;
  readonly templates: ReadonlyMap<string, TemplateBehind>;
  readonly prompts: ReadonlyMap<string, PromptBehind>;
}

interface Tables {
  readonly resources: Map<string, OfferBehind>;
  readonly templates: Map<string, TemplateBehind>;
  readonly prompts: Map<string, PromptBehind>;
}

/** Of two resources with one address the first is had; of two prompts the second goes by the name of its target too. */
export function compileMcpOffers({ targets }: Offers, ownPrompts: readonly string[]): McpOfferTable {
  const tables: Tables = { resources: new Map(), templates: new Map(), prompts: new Map() };
  for (const { name, adapter } of targets.values())
    if (adapter.mcp !== undefined) add(tables, name, adapter.mcp, ownPrompts);
  return tables;
}

function add({ resources, templates, prompts }: Tables, target: string, mcp: McpOffers, ownPrompts: readonly string[]) {
  for (const listed of mcp.resources) put(resources, textOf(listed.uri), behind(listed, target, mcp.readResource, mcp));
  for (const listed of mcp.resourceTemplates) {
    const template = textOf(listed.uriTemplate);
    const matches = compileUriTemplate(template);
    put(templates, template, { ...behind(listed, target, mcp.readResource, mcp), matches });
  }
  for (const listed of mcp.prompts) {
    const ownName = textOf(listed.name);
    const isTaken = prompts.has(ownName) || ownPrompts.includes(ownName);
    const name = isTaken ? `${target}_${ownName}` : ownName;
    put(prompts, name, { ...behind({ ...listed, name }, target, mcp.getPrompt, mcp), ownName });
  }
}

/** Whether a principal may have it, in some domain. */
export function mayHave({ grants }: Permissions, { target, intentKey }: OfferBehind): boolean {
  return intentKey !== undefined && grants.some((grant) => grant.intent(intentKey) && grant.target(target));
}

function behind(listed: JsonObject, target: string, intentKey: string | undefined, mcp: McpOffers): OfferBehind {
  return { listed, target, intentKey, completeKey: mcp.complete };
}

function put<Offer>(offers: Map<string, Offer>, key: string, offer: Offer): void {
  if (key !== '' && !offers.has(key)) offers.set(key, offer);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
