import type { FastifyReply } from 'fastify';

/** What the SDK answers. All of it at once, with its length, where it is there already; events as they come. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) return reply.send(response);
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(await response.text());
}
