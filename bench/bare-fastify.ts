import Fastify from 'fastify';
import Type from 'typebox';
import { echoAnswer } from './echo-answer.ts';
import { tellPort } from './tell-port.ts';

const Anything = Type.Object({}, { additionalProperties: true });
const app = Fastify();
app.post<{ Body: Parameters<typeof echoAnswer>[0] }>(
  '/echo',
  {
    schema: {
      response: {
        200: Type.Object({ intent: Anything, context: Anything, outcome: Anything, trace_id: Type.String() }),
      },
    },
  },
  (request, reply) => reply.send(echoAnswer(request.body)),
);
await app.listen({ port: 0, host: '127.0.0.1' });
tellPort(app.server.address());
