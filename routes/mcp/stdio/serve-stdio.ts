import type { JSONRPCMessage, JSONRPCRequest, McpServerFactory, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Failure, failure, isFailure } from '../../../contracts/failure.ts';
import type { Hail } from '../../../src/core/arrival.ts';
import { NOBODY } from '../../../src/core/principal.ts';
import { refuse } from '../../../src/core/refuse.ts';
import type { Served } from '../../served.ts';
import { createServer } from '../create-server.ts';
import type { McpHail, McpOptions } from '../mcp-options.ts';
import { MCP_TRANSPORT, wrapHail } from '../read-hail.ts';
import { followLists } from '../subscriptions/follow-lists.ts';
import { type HostStreams, HostTransport } from './host-transport.ts';
import { createLocalCaller } from './local-caller.ts';

/** Of JSON-RPC 2.0. */
const INVALID_REQUEST = -32_600;

export interface McpStdioOptions extends McpOptions, HostStreams {
  /** Of who calls, where the configuration asks for it. */
  readonly token: string | undefined;
  readonly bodyBytes: number;
  /** Called once, when the host has gone: what is read for it may be stopped. */
  onGone(): void;
  onError(error: Error): void;
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
  const hails = new WeakMap<object, McpHail>();
  let isStopped = false;

  const admit = async (request: JSONRPCRequest): Promise<Failure | undefined> => {
    const arrivedAtMs = performance.now();
    if (isStopped) return closing();
    const bytes = Buffer.byteLength(JSON.stringify(request));
    if (bytes > bodyBytes) return tooLarge(bytes, bodyBytes);
    const principal = await findCaller();
    if (isFailure(principal)) return principal;
    hails.set(request, { bodyBytes: bytes, arrivedAtMs, traceparent: undefined, principal });
    return undefined;
  };
  const transport = new HostTransport({
    input,
    output,
    bodyBytes,
    refuse: async (request) => {
      const why = await admit(request);
      return why && refusal(options, request, why);
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
function handThrough(served: Served, factory: McpServerFactory, hails: WeakMap<object, McpHail>): McpServerFactory {
  return async (context) => {
    const made = await factory(context);
    const server: Server = 'server' in made ? made.server : made;
    const connect = server.connect.bind(server);
    server.connect = async (channel) => {
      await connect(channel);
      tellChanges(served, server);
      const { onmessage } = channel;
      channel.onmessage = (message, extra) => {
        const hail = hails.get(message);
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

/** Logged and counted as any refusal. */
function refusal({ served }: McpOptions, { id }: JSONRPCRequest, why: Failure): JSONRPCMessage {
  const hail: Hail = {
    transport: MCP_TRANSPORT,
    arrivedAtMs: performance.now(),
    traceparent: undefined,
    principal: NOBODY,
  };
  const { answer } = refuse(served.core(), hail, why);
  const { kind, message, hint } = why;
  const data = { code: kind, ...(hint !== undefined && { hint }), trace_id: answer.trace_id };
  return { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message, data } };
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
