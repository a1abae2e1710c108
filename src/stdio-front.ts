import { maskSecrets } from '../contracts/secrets.ts';
import { openMcpStdio } from '../routes/mcp/stdio/serve-stdio.ts';
import type { Ending } from './ending.ts';
import type { Front, FrontParts } from './front.ts';
import type { HostLine } from './service.ts';
import { StartupError } from './startup-error.ts';
import { VERSION } from './version.ts';

/** Of what a broken message is told with, in characters. */
const MOST_TOLD = 300;

/** The Model Context Protocol with the host that started this process, over its standard streams. */
export function openStdioFront(
  { settings, served, polling, tasks, logger, whenIdle }: FrontParts,
  line: HostLine,
): Front {
  const mcp = openMcpStdio({
    served,
    version: VERSION,
    tasks,
    input: line.input,
    output: line.output,
    token: line.token,
    bodyBytes: settings.limits.bodyBytes,
    onGone: () => {
      polling.exchanges.abandon();
      line.onGone();
    },
    onError: ({ message }) =>
      logger.warn({ problem: maskSecrets(message.slice(0, MOST_TOLD)) }, 'a message of the host went wrong'),
  });
  return {
    listen: async () => {
      const refused = await mcp.open();
      if (refused !== undefined) throw new StartupError([`${refused.message}: set WAYBILL_TOKEN to the key or token`]);
      return 'stdio';
    },
    internalAddress: () => undefined,
    giveNotice: async () => {},
    close: async (ending: Ending) => {
      const answered = mcp.stopTaking();
      await ending.within(answered);
      await mcp.close(); // stops what is read for a host that waits no longer
      await ending.within(whenIdle());
    },
  };
}
