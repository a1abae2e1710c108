import type { Ending } from './ending.ts';
import type { Front, FrontParts } from './front.ts';
import { buildHttpServer } from './http-server.ts';
import { buildInternalServer } from './internal-server.ts';

/** The public listener, and the internal one where one is configured. */
export async function openHttpFront({ settings, served, polling, tasks, metrics }: FrontParts): Promise<Front> {
  const { host, port } = settings.listen;
  const listener = await buildHttpServer(settings, served, polling, tasks, metrics);
  const internal = await buildInternalServer(settings, served, polling, tasks);
  return {
    listen: async () => {
      await internal?.listen();
      return await listener.server.listen({ host, port });
    },
    internalAddress: () => internal?.address(),
    giveNotice: async (ending: Ending) => internal && ending.giveNotice(),
    close: async (ending: Ending) => {
      await ending.closeListener(listener);
      if (internal !== undefined) await ending.closeListener(internal);
    },
  };
}
