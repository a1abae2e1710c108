import type { ChildProcess } from 'node:child_process';
import {
  type JSONRPCMessage,
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
} from '@modelcontextprotocol/client';
import type { HideSecrets } from '../../../declarative/hide-secrets.ts';
import { Lines } from '../../../supervised/lines.ts';
import { signalGroup, startSupervisor } from '../../../supervised/start-supervisor.ts';
import type { SupervisedCommand } from '../../../supervised/supervised-command.ts';
import type { ServerTransport } from './server-transport.ts';

/** How long a server is given to end once its input has, before it is told to: a browser behind it must close. */
const LEAVE_MS = 1500;
/** Between TERM and KILL. */
const KILL_AFTER_MS = 500;
/** For the supervisor, past the time between TERM and KILL: it goes itself where it has not ended all by then. */
const OVERDUE_MS = 3000;
/** How long output is waited for once the command has ended. */
const DRAIN_MS = 500;
/** Of what it wrote to its error output. */
const KEPT_LINES = 10;

export interface ServerCommand extends SupervisedCommand {
  readonly maxMessageBytes: number;
  readonly hideSecrets: HideSecrets;
  /** Called with each line of its error output. */
  readonly onLine: (line: string) => void;
}

/**
 * A server that is a process of its own, under a supervisor that leaves nothing of it behind. The SDK probes for the era on
 * this process itself, as it tells by `pid` and `stderr` that the transport is a local one.
 */
export class ProcessTransport implements ServerTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly stderr = null;
  readonly #command: ServerCommand;
  readonly #buffer: ReadBuffer;
  readonly #lastLines: string[] = [];
  #child: ChildProcess | undefined;
  #end: string | undefined;
  #ended: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(command: ServerCommand) {
    this.#command = command;
    this.#buffer = new ReadBuffer({ maxBufferSize: command.maxMessageBytes });
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** How the process ended, and what it said last. Undefined: it has not, or was closed. */
  whyEnded(): string | undefined {
    if (this.#end === undefined) return undefined;
    const said = this.#lastLines.join(' | ');
    return said === '' ? this.#end : `${this.#end}; it said: ${said}`;
  }

  async start(): Promise<void> {
    const child = startSupervisor(this.#command, KILL_AFTER_MS);
    if (typeof child === 'string') throw new Error(`the command could not be started (${child})`);
    this.#child = child;
    this.#ended = new Promise((resolve) => this.#watch(child, resolve));
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(new Error(`the command could not be started (${error.code ?? 'UNKNOWN'})`)),
      );
    });
  }

  /** Never waits for a server that does not read: what is written to it is bounded by the calls that are let through. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#end !== undefined || this.#closing !== undefined || !stdin?.writable) {
      throw new SdkError(SdkErrorCode.NotConnected, 'The server is not running');
    }
    stdin.write(serializeMessage(message));
  }

  leave(): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin?.end();
    const told = setTimeout(() => endControl(child), LEAVE_MS);
    const overdue = setTimeout(() => signalGroup(child, 'SIGKILL'), LEAVE_MS + KILL_AFTER_MS + OVERDUE_MS);
    await this.#ended;
    clearTimeout(told);
    clearTimeout(overdue);
  }

  #watch(child: ChildProcess, ended: () => void): void {
    const complaints = new Lines((line) => this.#complained(line));
    const told = new Lines((line) => this.#told(line));
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on('data', (chunk: Buffer) => complaints.add(chunk));
    child.stdio[3]?.on('data', (chunk: Buffer) => told.add(chunk));
    // Reset or broken, where the other side was killed: that it ended is told by `close`.
    for (const stream of child.stdio) stream?.on('error', () => undefined);
    let draining: NodeJS.Timeout | undefined;
    child.once('exit', () => {
      // The supervisor ends with its whole group, but for where it was killed itself.
      signalGroup(child, 'SIGKILL');
      draining = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
      }, DRAIN_MS);
    });
    child.once('close', () => {
      clearTimeout(draining);
      complaints.end();
      this.#end ??= 'its supervisor was killed';
      this.#buffer.clear();
      ended();
      this.onclose?.();
    });
    child.once('error', () => {
      if (child.pid === undefined) ended();
    });
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch {
      this.#end = `it sent a message of more than ${this.#command.maxMessageBytes} bytes`;
      this.#buffer.clear();
      void this.close();
      return;
    }
    this.#deliver();
  }

  /** The SDK heeds a notification a moment later than an answer, after which it heeds no progress: one is let pass before the next comes. */
  #deliver(): void {
    const stdout = this.#child?.stdout;
    for (let message = this.#next(); message !== null; message = this.#next()) {
      this.onmessage?.(message);
      if ('method' in message && !('id' in message)) {
        stdout?.pause();
        setImmediate(() => {
          stdout?.resume();
          this.#deliver();
        });
        return;
      }
    }
  }

  #next(): JSONRPCMessage | null {
    for (;;) {
      try {
        return this.#buffer.readMessage();
      } catch (error) {
        // JSON that is no message; lines that are no JSON, as some servers log them to the wrong output, are passed over.
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  #complained(line: string): void {
    const hidden = this.#command.hideSecrets(line);
    this.#lastLines.push(hidden);
    if (this.#lastLines.length > KEPT_LINES) this.#lastLines.shift();
    this.#command.onLine(hidden);
  }

  #told(line: string): void {
    const [word, value] = line.split(' ');
    if (word === 'exited') this.#end ??= `it exited with ${value}`;
    else if (word === 'signalled') this.#end ??= `it was ended by signal ${value}`;
    else if (word === 'failed') this.#end ??= `the command could not be started (error ${value})`;
  }
}

function endControl({ stdio }: ChildProcess): void {
  const control = stdio[3];
  if (control !== undefined && control !== null && 'end' in control) control.end();
}
