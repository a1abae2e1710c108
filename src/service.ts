import type { Readable, Writable } from 'node:stream';
import type { Failure } from '../contracts/failure.ts';
import type { Settings } from './config/settings.ts';

/** A running Waybill, as the command line and the tests hold it. `src/app.ts` builds it. */
export interface Service {
  /** Starts to take requests; returns where: the public origin, `http://127.0.0.1:8080`, or `stdio`. */
  listen(): Promise<string>;
  /** `host:port` at which other replicas reach this one, once it listens; undefined where there is no internal listener. */
  internalAddress(): string | undefined;
  /** Of each target that has not said yet what it offers, why. */
  undeclared(): readonly Failure[];
  /**
   * Puts new settings to use for requests that arrive from now on; rejects, and changes nothing, where they don't open. What
   * they replace is closed once the requests from before have ended.
   */
  reload(settings: Settings): Promise<void>;
  /** Opens the files that it writes anew: a rotation of logs has moved them away. */
  reopenFiles(): void;
  /** Takes no new requests, lets the running ones end within `limits.shutdownMs`, closes every adapter. */
  close(): Promise<void>;
}

/** The standard streams, to a host that started this process to speak with it. */
export interface HostLine {
  readonly input: Readable;
  readonly output: Writable;
  /** Says who calls, where the configuration asks. */
  readonly token: string | undefined;
  /** Called once, when the host has gone. */
  onGone(): void;
}
