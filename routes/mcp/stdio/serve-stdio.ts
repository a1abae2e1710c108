import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServerFactory,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Hail } from '../../../src/core/arrival.ts';
import { NOBODY } from '../../../src/core/principal.ts';
import type { Served } from '../../served.ts';
import { createServer } from '../create-server.ts';
import type { McpHail, McpOptions } from '../mcp-options.ts';
import { MCP_TRANSPORT, wrapHail } from '../read-hail.ts';
import { refusal } from '../refusals.ts';
import { followLists } from '../subscriptions/follow-lists.ts';
import { type HostStreams, HostTransport } from './host-transport.ts';
import { createLocalCaller } from './local-caller.ts';

export interface McpStdioOptions extends McpOptions, HostStreams {
  /** Of who calls, where the configuration asks for it. */
  readonly token: string | undefined;
  readonly bodyBytes: number;
  /** Called once, when the host has gone: what is read for it may be stopped. */
  onGone(): void;
  onError(error: Error): void;
}

/** What is known of messages beside themselves. */
interface Hails {
  readonly of: WeakMap<object, McpHail>;
  last: McpHail | undefined;
}

/** A connection of the Model Context Protocol over the streams of this process. */
export interface McpStdio {
  /** Fails where it can't be said who calls. */
  open(): Promise<Failure | undefined>;
  /** From here on requests are refused; resolves once those from before have been answered. */
  stopTaking(): Promise<void>;
  close(): Promise<void>;
}

/** Of both eras; the first message says which. */
export function openMcpStdio(options: McpStdioOptions): McpStdio {
  const { served, input, output, bodyBytes } = options;
  const findCaller = createLocalCaller(served, options.token);
  const hails: Hails = { of: new WeakMap(), last: undefined };
  let isStopped = false;

  const admit = async (request: JSONRPCRequest): Promise<Failure | undefined> => {
    const arrivedAtMs = performance.now();
    if (isStopped) return closing();
    const bytes = Buffer.byteLength(JSON.stringify(request));
    if (bytes > bodyBytes) return tooLarge(bytes, bodyBytes);
    const principal = await findCaller();
    if (isFailure(principal)) return principal;
    hails.last = { bodyBytes: bytes, arrivedAtMs, traceparent: undefined, principal };
    hails.of.set(request, hails.last);
    return undefined;
  };
  const transport = new HostTransport({
    input,
    output,
    bodyBytes,
    refuse: async (request) => {
      const why = await admit(request);
      return why && answerRefusal(options, request, why);
    },
    onGone: options.onGone,
  });
  let opened: ReturnType<typeof serveStdio> | undefined;
  return {
    open: async () => {
      const caller = await findCaller();
      if (isFailure(caller) && caller.kind === 'unauthenticated') return caller;
      opened = serveStdio(handThrough(served, createServer(options), hails), { transport, onerror: options.onError });
      return undefined;
    },
    stopTaking: () => {
      isStopped = true;
      return transport.whenAnswered();
    },
    close: async () => opened?.close(),
  };
}

/** The SDK hands nothing through of a message over stdio but itself; what is known beside it is put where that of HTTP is. */
function handThrough(served: Served, factory: McpServerFactory, hails: Hails): McpServerFactory {
  return async (context) => {
    // Who sent the message that it is made for: what is said of the server differs by that.
    const authInfo = hails.last && wrapHail(hails.last);
    const made = await factory(authInfo === undefined ? context : { ...context, authInfo });
    const server: Server = 'server' in made ? made.server : made;
    const connect = server.connect.bind(server);
    server.connect = async (channel) => {
      await connect(channel);
      tellChanges(served, server);
      const { onmessage } = channel;
      channel.onmessage = (message, extra) => {
        const hail = hails.of.get(message);
        onmessage?.(message, hail === undefined ? extra : { ...extra, authInfo: wrapHail(hail) });
      };
    };
    return server;
  };
}

/** Tells the host of lists that become others, for as long as the connection lasts. */
function tellChanges(served: Served, server: Server): void {
  const quietly = (told: Promise<void>): void => void told.catch(() => undefined); // whoever left is told nothing
  const { prompts, resources } = server.getCapabilities();
  const unfollow = followLists(served, {
    toolsChanged: () => quietly(server.sendToolListChanged()),
    promptsChanged: () => prompts?.listChanged && quietly(server.sendPromptListChanged()),
    resourcesChanged: () => resources?.listChanged && quietly(server.sendResourceListChanged()),
  });
  const { onclose } = server;
  server.onclose = () => {
    unfollow();
    onclose?.();
  };
}

function answerRefusal({ served }: McpOptions, { id }: JSONRPCRequest, why: Failure): JSONRPCMessage {
  const hail: Hail = {
    transport: MCP_TRANSPORT,
    arrivedAtMs: performance.now(),
    traceparent: undefined,
    principal: NOBODY,
  };
  const { code, message, data } = refusal(served.core(), hail, why, ProtocolErrorCode.InvalidRequest);
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

function closing(): Failure {
  return failure('overloaded', 'This process is ending and takes no more requests', { hint: 'Nothing was done.' });
}

function tooLarge(bytes: number, most: number): Failure {
  return failure('payload_too_large', `The message has ${bytes} bytes; at most ${most} are taken`, {
    hint: 'Send less, or raise limits.body_bytes.',
    details: { limit_bytes: most, size_bytes: bytes },
  });
}
