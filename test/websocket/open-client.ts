import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Answer } from '../../contracts/answer.ts';
import type { FrameId } from '../../contracts/frames.ts';
import type { Progress } from '../../contracts/progress.ts';
import { parseAnswer } from '../http/read-answer.ts';
import { until } from '../http/until.ts';

export interface Frame {
  readonly id?: FrameId;
  readonly event: string;
  readonly answer: Answer;
  readonly progress: Progress;
}

export interface ClientOptions {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly autoPong?: boolean;
}

export interface Client {
  readonly webSocket: WebSocket;
  /** Every frame so far, in order. */
  readonly frames: readonly Frame[];
  /** Set once the connection has ended. */
  readonly closed: () => { readonly code: number; readonly reason: string } | undefined;
  /** An object goes out as JSON, text and bytes as they are. */
  send(frame: unknown): void;
  /** The first outcome by this id, or without one, when it is there; it fits the contract. */
  outcome(id: FrameId | undefined, withinMs?: number): Promise<Answer>;
  /** Sends a request and waits for its outcome. */
  ask(id: FrameId, request: unknown): Promise<Answer>;
  whenClosed(withinMs?: number): Promise<{ readonly code: number; readonly reason: string }>;
}

/** A WebSocket to `/mcp`, cut off with the test. */
export async function openClient(origin: string, options: ClientOptions = {}): Promise<Client> {
  const url = `${origin.replace('http:', 'ws:')}/mcp`;
  const webSocket = new WebSocket(url, [...(options.protocols ?? [])], {
    headers: { ...options.headers },
    autoPong: options.autoPong ?? true,
  });
  onTestFinished(() => webSocket.terminate());
  const frames: Frame[] = [];
  let end: { readonly code: number; readonly reason: string } | undefined;
  webSocket.on('message', (data) => frames.push(JSON.parse(String(data))));
  webSocket.on('close', (code, reason) => {
    end = { code, reason: String(reason) };
  });
  await new Promise((resolve, reject) => {
    webSocket.on('open', resolve);
    webSocket.on('error', reject);
  });
  const send = (frame: unknown): void =>
    webSocket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  const outcome: Client['outcome'] = async (id, withinMs) => {
    const find = () => frames.find((frame) => frame.event === 'outcome' && frame.id === id);
    await until(() => find() !== undefined, withinMs);
    return parseAnswer(find()?.answer);
  };
  return {
    webSocket,
    frames,
    closed: () => end,
    send,
    outcome,
    ask: (id, request) => {
      send({ id, request });
      return outcome(id);
    },
    whenClosed: async (withinMs) => {
      await until(() => end !== undefined, withinMs);
      if (end === undefined) throw new Error('it has just ended');
      return end;
    },
  };
}
