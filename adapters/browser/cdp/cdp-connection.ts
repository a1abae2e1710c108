import { WebSocket } from 'ws';
import { CdpError } from './cdp-error.ts';
import type { CdpSession, Commands, Events } from './cdp-session.ts';

/** The largest answer is a full-page screenshot in base64; anything beyond is no honest browser's. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;
const HANDSHAKE_LIMIT_MS = 3_000;
/** A browser that is alive answers in milliseconds; a new page is the slowest. */
const BROWSER_COMMAND_LIMIT_MS = 10_000;
/** A navigation waits for its server, an evaluation for the page: requests give up on these by their own deadlines. */
const PAGE_COMMAND_LIMIT_MS = 120_000;

type Listener = (payload: unknown) => void;

interface Pending {
  readonly sessionId: string | undefined;
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: CdpError): void;
}

/** What the browser sends: the answer to a command (`id`) or an event (`method`). */
interface Inbound {
  readonly id?: unknown;
  readonly sessionId?: string;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** One WebSocket to one browser, shared by all sessions. */
export class CdpConnection {
  /** The conversation with the browser itself. */
  readonly browser: CdpSession;
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Map<string, Set<Listener>>>();
  /** Sessions that the browser attached below a session: frames of other sites. They end with it. */
  readonly #children = new Map<string, Set<string>>();
  readonly #closeListeners = new Set<() => void>();
  #lastId = 0;
  #open = true;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.browser = this.session(undefined);
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#end());
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** The conversation with an attached target. */
  session(sessionId: string | undefined): CdpSession {
    return {
      sessionId,
      send: <M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']) =>
        // `as`: the browser's protocol fixes the type of a method's result.
        this.#send(sessionId, method, params[0]) as Promise<Commands[M]['returnType']>,
      on: <E extends keyof Events>(event: E, listener: (...payload: Events[E]) => void) =>
        // `as`: the protocol fixes the type of an event's payload; every event has at most one.
        this.#on(sessionId, event, listener as Listener),
    };
  }

  /** Calls the listener once, when the connection ends for any reason. */
  onClose(listener: () => void): void {
    this.#closeListeners.add(listener);
  }

  /** Ends a session that was detached, and those below it: the browser answers none of its commands any more. */
  forget(sessionId: string): void {
    this.#listeners.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      clearTimeout(pending.timer);
      pending.reject(new CdpError('refused', pending.method, 'Target closed'));
    }
    const children = this.#children.get(sessionId) ?? [];
    this.#children.delete(sessionId);
    for (const child of children) this.forget(child);
  }

  close(): void {
    this.#socket.terminate();
    this.#end();
  }

  #send(sessionId: string | undefined, method: string, params: unknown): Promise<unknown> {
    if (!this.#open) return Promise.reject(new CdpError('closed', method, 'The connection to the browser is closed.'));
    const id = ++this.#lastId;
    const limitMs = sessionId === undefined ? BROWSER_COMMAND_LIMIT_MS : PAGE_COMMAND_LIMIT_MS;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new CdpError('timeout', method, `The browser did not answer ${method} within ${limitMs} ms.`));
      }, limitMs);
      this.#pending.set(id, { sessionId, method, timer, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  #on(sessionId: string | undefined, event: string, listener: Listener): () => void {
    const key = sessionId ?? '';
    const ofSession = this.#listeners.get(key) ?? new Map<string, Set<Listener>>();
    this.#listeners.set(key, ofSession);
    const ofEvent = ofSession.get(event) ?? new Set<Listener>();
    ofSession.set(event, ofEvent);
    ofEvent.add(listener);
    return () => {
      ofEvent.delete(listener);
    };
  }

  /** What speaks another language is no browser: it is hung up on. Thrown here, it would end the whole process. */
  #receive(text: string): void {
    try {
      if (!this.#take(parseInbound(text))) this.close();
    } catch {
      this.close();
    }
  }

  /** Whether it could be taken for a message of a browser's. */
  #take(message: Inbound | undefined): boolean {
    if (message === undefined) return false;
    const { id, method, sessionId = '', params } = message;
    if (typeof id === 'number') return this.#settle(id, message);
    if (typeof method !== 'string') return false;
    this.#dispatch(sessionId, method, params);
    return true;
  }

  #settle(id: number, { error, result }: Inbound): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined) return true;
    if (!isObject(error ?? result)) return false;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (error === undefined) pending.resolve(result);
    else pending.reject(refused(pending.method, error));
    return true;
  }

  #dispatch(sessionId: string, event: string, params: unknown): void {
    const subject = event.startsWith('Target.') ? sessionOf(params) : undefined;
    if (subject !== undefined && sessionId !== '' && event === 'Target.attachedToTarget') {
      this.#children.set(sessionId, (this.#children.get(sessionId) ?? new Set()).add(subject));
    }
    for (const listener of [...(this.#listeners.get(sessionId)?.get(event) ?? [])]) listener(params);
    if (subject !== undefined && event === 'Target.detachedFromTarget') {
      this.forget(subject);
      this.#children.get(sessionId)?.delete(subject);
    }
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(new CdpError('closed', pending.method, 'The connection to the browser ended.'));
    }
    this.#pending.clear();
    this.#listeners.clear();
    for (const listener of this.#closeListeners) listener();
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function refused(method: string, error: unknown): CdpError {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown }; // `as`: an object
  return new CdpError(
    'refused',
    method,
    typeof message === 'string' ? message : 'no reason given',
    typeof code === 'number' ? code : undefined,
  );
}

/** The session that a target event speaks of. */
function sessionOf(params: unknown): string | undefined {
  const found = typeof params === 'object' && params !== null && 'sessionId' in params ? params.sessionId : undefined;
  return typeof found === 'string' ? found : undefined;
}

function parseInbound(text: string): Inbound | undefined {
  try {
    const message: unknown = JSON.parse(text);
    // `as`: each member is looked at before it is used.
    return typeof message === 'object' && message !== null ? (message as Inbound) : undefined;
  } catch {
    return undefined;
  }
}

/** Connects to a browser's `webSocketDebuggerUrl`; rejects with `CdpError` of reason `closed`. */
export function openCdpConnection(url: string, headers: Readonly<Record<string, string>> = {}): Promise<CdpConnection> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) =>
      reject(new CdpError('closed', 'connect', `The browser's endpoint did not accept a connection: ${error}`));
    const socket = openSocket(url, headers, refuse);
    if (socket === undefined) return;
    socket.once('error', refuse);
    socket.once('open', () => {
      socket.off('error', refuse);
      resolve(new CdpConnection(socket));
    });
  });
}

/** Undefined, and refused, where the address is none that a WebSocket can have: `WebSocket` throws then. */
function openSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
  refuse: (error: unknown) => void,
): WebSocket | undefined {
  try {
    return new WebSocket(url, {
      headers: { ...headers },
      handshakeTimeout: HANDSHAKE_LIMIT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
  } catch (error) {
    refuse(error);
    return undefined;
  }
}
