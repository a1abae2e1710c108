import { WebSocket } from 'ws';
import type { Progress } from '../../../contracts/progress.ts';
import { toBytes } from '../../http/exchange.ts';
import { parseAnswer } from '../../http/read-answer.ts';
import type { Came, Driver } from './driver.ts';

const ID = 'matrix';

/** One request on a WebSocket of its own. Headers of a request are those of the upgrade. */
export const WEBSOCKET: Driver = {
  name: 'websocket',
  transport: () => 'websocket',
  cancels: true,
  start: (origin, { body, headers = {} }, traceparent) => {
    const socket = new WebSocket(origin.replace('http', 'ws').concat('/mcp'), 'mcp-v2', { headers: { ...headers } });
    const head = Buffer.from(`{"id":"${ID}","traceparent":"${traceparent}","request":`);
    const frame = Buffer.concat([head, toBytes(body) ?? Buffer.alloc(0), Buffer.from('}')]);
    socket.once('open', () => socket.send(frame, { binary: false }));
    return {
      came: readFrames(socket).finally(() => socket.terminate()),
      cancel: async () => socket.send(JSON.stringify({ id: ID, event: 'cancel' })),
      leave: () => socket.terminate(),
    };
  },
};

function readFrames(socket: WebSocket): Promise<Came> {
  return new Promise((resolve, reject) => {
    const progress: Progress[] = [];
    socket.on('message', (bytes, isBinary) => {
      const { event, answer, progress: told } = JSON.parse(bytes.toString());
      if (isBinary) reject(new Error('A binary frame came'));
      else if (event === 'progress') progress.push(told);
      else if (event === 'outcome') resolve({ answer: parseAnswer(answer), progress });
      else reject(new Error(`An event ${event} came`));
    });
    socket.once('error', reject);
    socket.once('close', (closed) => resolve({ closed }));
  });
}
