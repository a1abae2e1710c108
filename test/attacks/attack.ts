import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { FailureKind } from '../../contracts/failure.ts';
import type { Settings } from '../../src/config/settings.ts';
import { isRecord } from '../../src/core/is-record.ts';
import { exchange, type Sent } from '../http/exchange.ts';
import type { Good } from '../http/sheets/bad-request.ts';

/** What an attack is aimed at. */
export interface Victim {
  readonly origin: string;
  readonly good: Good;
}

/** What an attacker gets to see. */
export interface Seen {
  /** The failure kind, or `cut_off` where the connection ended without an answer. */
  readonly kind: string | undefined;
  readonly text: string;
}

/** One row of the sheet. */
export interface Attack {
  readonly attack: string;
  readonly send: (victim: Victim) => Promise<Seen>;
  /** `fulfilled`: what is told is the first answer again. */
  readonly expected: FailureKind | 'cut_off' | 'fulfilled';
  readonly because: string;
  /** Good actions that come first, as part of it; left out: none. */
  readonly actsFirst?: number;
  /** Rows without settings of their own share one service. */
  readonly settings?: Partial<Settings>;
}

/** As a client library would send it. */
export function byHttp(sent: (good: Good) => Sent): Attack['send'] {
  return async ({ origin, good }) => {
    const { text, headers } = await exchange(origin, sent(good));
    return { kind: kindIn(text), text: JSON.stringify(headers) + text };
  };
}

/** Byte by byte, as no client library would. Answers, and that there is one only, are read until the time is up. */
export function byRaw(bytes: (good: Good) => string | Buffer): Attack['send'] {
  return ({ origin, good }) =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(origin);
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes(good)));
      const end = setTimeout(() => socket.destroy(), LIMIT_MS);
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        // Long enough for what was smuggled in behind the first to be answered, too.
        if (kindIn(bodyOf(text)) !== undefined) setTimeout(() => socket.destroy(), AFTERMATH_MS);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(end);
        const answers = text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0;
        const kind = answers > 1 ? `${answers} answers` : kindIn(bodyOf(text));
        resolve({ kind: text === '' ? 'cut_off' : kind, text });
      });
    });
}

/** As one frame over a WebSocket, opened with these headers. */
export function byFrame(
  frame: (good: Good) => string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Attack['send'] {
  return ({ origin, good }) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${origin.replace('http:', 'ws:')}/mcp`, { headers });
      let seen: Seen = { kind: 'cut_off', text: '' };
      socket.on('open', () => socket.send(frame(good)));
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => resolve({ kind: kindIn(text), text }));
      });
      socket.on('message', (data) => {
        const { answer } = JSON.parse(String(data));
        seen = { kind: kindIn(JSON.stringify(answer)), text: String(data) };
        socket.close();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(seen));
    });
}

/** A request as it goes over the wire, with more header lines. */
export function rawRequest(body: string, lines: readonly string[] = [], target = '/mcp/v2'): string {
  const fixed = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [`POST ${target} HTTP/1.1`, ...lines, ...fixed, '', body].join('\r\n');
}

/** Above the time in which a broken request is given up. */
const LIMIT_MS = 10_000;
const AFTERMATH_MS = 100;

function bodyOf(response: string): string {
  return response.split('\r\n\r\n').slice(1).join('\r\n\r\n');
}

/** In the shape of every transport: v1 answers have no outcome around the error. */
function kindIn(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return undefined;
    const outcome = isRecord(answer.outcome) ? answer.outcome : answer;
    return isRecord(outcome.error) ? String(outcome.error.code) : String(outcome.status);
  } catch {
    return undefined;
  }
}
