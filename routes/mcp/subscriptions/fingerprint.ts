import type { ServerNotifier } from '@modelcontextprotocol/server';
import type { Core } from '../../../src/core/core.ts';

/** What clients keep of a core, as texts that differ where lists differ. */
export interface Fingerprint {
  readonly tools: string;
  readonly prompts: string;
  readonly resources: string;
}

export function fingerprintOf({ tools, offers }: Core): Fingerprint {
  const behind = [...offers.targets.values()].flatMap(({ adapter }) => adapter.mcp ?? []);
  return {
    tools: JSON.stringify(tools.tools.map(({ listed }) => listed)),
    prompts: JSON.stringify(behind.map(({ prompts }) => prompts)),
    // The catalogue is a resource too.
    resources: JSON.stringify([
      behind.map(({ resources, resourceTemplates }) => [resources, resourceTemplates]),
      offers.catalogue,
    ]),
  };
}

/** Tells which lists have become others. */
export function tellDifferences(
  before: Fingerprint,
  after: Fingerprint,
  { toolsChanged, promptsChanged, resourcesChanged }: Omit<ServerNotifier, 'resourceUpdated'>,
): void {
  if (before.tools !== after.tools) toolsChanged();
  if (before.prompts !== after.prompts) promptsChanged();
  if (before.resources !== after.resources) resourcesChanged();
}
