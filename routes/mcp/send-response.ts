import type { FastifyReply } from 'fastify';

/** What the SDK answers. All of it at once, with its length, where it is there already; events as they come. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // nginx holds back what it proxies until a buffer is full, unless it is told not to.
  if (isStream(response)) return reply.header('x-accel-buffering', 'no').send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header('cache-control', 'no-store');
  return reply.send(await response.text());
}

export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}
