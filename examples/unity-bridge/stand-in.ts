import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A Unity scene behind a bridge, as a test holds it in its hands. */
export interface StandIn {
  readonly url: string;
  /** What was done in the scene, in order. */
  readonly done: readonly string[];
  /** Takes the health of an object. */
  kill(name: string): void;
  /** The same at the moment in which it is asked to act, after it was looked at. */
  killAtNextAct(name: string): void;
  /** The editor is closed: nothing listens any more, and open connections break off. */
  stop(): Promise<void>;
  /** It is opened again, with the scene as it was; settles once somebody has connected. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Asked {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Speaks as the plug-ins do that open a Unity editor to tools: `{id, method, params}` in JSON over a WebSocket, answered by
 * `{id, result}` or `{id, error: {type, message}}`, with events in between.
 */
export async function openStandIn(): Promise<StandIn> {
  const health = new Map([
    ['PlayerCharacter', 100],
    ['Goblin', 30],
  ]);
  const done: string[] = [];
  let dying: string | undefined;

  const act = (name: string, action: string): object => {
    if (dying === name) health.set(name, 0);
    dying = undefined;
    const left = health.get(name);
    if (left === undefined) return { error: { type: 'not_found', message: `No GameObject ${name} in the scene` } };
    if (left <= 0) return { error: { type: 'object_dead', message: `${name} died before it could ${action}` } };
    done.push(`${name} ${action}`);
    return { result: { object: name, action, position: { x: done.length, y: action === 'jump' ? 1 : 0 } } };
  };

  const answer = (socket: WebSocket, { id, method, params }: Asked): void => {
    const reply = (message: object): void => socket.send(JSON.stringify({ id, ...message }));
    const name = String(params.name);
    if (method === 'get_gameobject') {
      const left = health.get(name);
      reply(
        left === undefined ? { error: { type: 'not_found', message: 'none' } } : { result: { name, health: left } },
      );
    } else if (method === 'execute_player_action') {
      socket.send(JSON.stringify({ event: 'progress', request: id, fraction: 0.5, text: 'animation runs' }));
      reply(act(name, String(params.action)));
    } else reply({ error: { type: 'unknown_method', message: `There is no method ${method}` } });
  };

  const serve = async (port: number): Promise<WebSocketServer> => {
    const server = new WebSocketServer({ host: '127.0.0.1', port, path: '/bridge' });
    server.on('connection', (socket) => socket.on('message', (data) => answer(socket, JSON.parse(String(data)))));
    await new Promise((resolve, reject) => {
      server.once('listening', resolve);
      server.once('error', reject);
    });
    return server;
  };

  let server = await serve(0);
  const { port } = server.address() as AddressInfo; // `as`: it listens at a port
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of server.clients) socket.terminate();
      server.close(() => resolve());
    });
  return {
    url: `ws://127.0.0.1:${port}/bridge`,
    done,
    kill: (name) => void health.set(name, 0),
    killAtNextAct: (name) => {
      dying = name;
    },
    stop,
    start: async () => {
      server = await serve(port);
      await new Promise((resolve) => server.once('connection', resolve));
    },
    close: stop,
  };
}
