import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Failure, isFailure } from '../../contracts/failure.ts';
import type { FrameId, UnreadRequestFrame } from '../../contracts/frames.ts';
import type { Progress } from '../../contracts/progress.ts';
import type { Answered } from '../../src/core/answered.ts';
import type { Arrival, Hail } from '../../src/core/arrival.ts';
import { Caller } from '../../src/core/caller.ts';
import { claimsStreaming } from '../../src/core/claims-streaming.ts';
import type { Principal } from '../../src/core/principal.ts';
import { lose, refuse, refuseBroken } from '../../src/core/refuse.ts';
import { routeRequest } from '../../src/core/route-request.ts';
import type { Served } from '../served.ts';
import { nameOf, type Standing } from '../standing.ts';
import type { Turn } from '../turn.ts';
import { type CloseReason, type Ending, POLICY_VIOLATION, SERVICE_CLOSES, STANDING_LOST } from './endings.ts';
import { closing, sameId, sharedKey, tooMany } from './frame-refusals.ts';
import { FrameWriter } from './frame-writer.ts';
import type { FrameReader, ReadFrame } from './read-frame.ts';
import { type Message, StandingGate } from './standing-gate.ts';

export interface FrameLimits {
  readonly inFlight: number;
  readonly sendBufferBytes: number;
}

export interface Frames {
  readonly served: Served;
  readonly read: FrameReader;
  readonly limits: FrameLimits;
  readonly turn: Turn;
}

/** What of the upgrade counts for every request on the connection: single use is not promised by silence. */
export type Upgrade = Pick<Arrival, 'capabilitiesHeader' | 'idempotencyKey'> & {
  readonly standing: Standing;
};

/** One WebSocket: requests in, many at a time; their outcomes out, in the order in which they finish. */
export class FrameConnection {
  readonly #webSocket: WebSocket;
  readonly #writer: FrameWriter;
  readonly #frames: Frames;
  readonly #upgrade: Upgrade;
  readonly #gate: StandingGate;
  readonly #inFlight = new Map<FrameId, Arrival>();
  /** Messages that have come and are not read yet. */
  #unread = 0;
  #ending: Ending | undefined;
  /** Whether anything came since the last heartbeat. */
  #wasHeard = true;
  #closeReason: CloseReason = 'peer';

  constructor(webSocket: WebSocket, socket: Duplex, upgrade: Upgrade, frames: Frames) {
    this.#webSocket = webSocket;
    this.#writer = new FrameWriter(webSocket, socket, frames.limits.sendBufferBytes);
    this.#upgrade = upgrade;
    this.#gate = new StandingGate(webSocket, upgrade.standing, (message, standing) => this.#read(message, standing));
    this.#frames = frames;
    // `as`: text frames and binary ones alike come as one Buffer, unless `binaryType` is changed
    webSocket.on('message', (data, isBinary) =>
      this.#take({ bytes: data as Buffer, isBinary, arrivedAtMs: performance.now() }),
    );
    webSocket.on('ping', (data) => this.#answerPing(data));
    webSocket.on('pong', () => {
      this.#wasHeard = true;
    });
    webSocket.on('error', () => {
      this.#closeReason = 'refused_frame'; // ws closes it with the code that fits
    });
    webSocket.on('close', () => this.#leave());
  }

  get closeReason(): CloseReason {
    return this.#closeReason;
  }

  /** Asks whether the other side is still there; cuts off one that has said nothing since it was last asked. */
  beat(): void {
    if (!this.#wasHeard) this.terminate('silent');
    else this.#webSocket.ping();
    this.#wasHeard = false;
    void this.#checkStanding();
  }

  /** Takes nothing new from now on, and closes once what is in flight was answered. */
  end(): void {
    this.#ending = SERVICE_CLOSES;
    this.#closeWhenDone();
  }

  /** The time is up: whatever is still in flight is told that nobody will say what came of it. */
  giveUp(): void {
    const left = [...this.#inFlight];
    this.#inFlight.clear();
    for (const [id, arrival] of left) {
      this.#say(id, lose(this.#frames.served.core(), arrival));
      arrival.caller.leave('gone');
    }
    this.#closeWhenDone();
  }

  terminate(why: CloseReason): void {
    this.#closeReason = why;
    this.#webSocket.terminate();
  }

  #take(message: Message): void {
    this.#wasHeard = true;
    // What comes after our close frame is nobody's business any more.
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#unread += 1;
    this.#frames.turn.answer(() => this.#gate.take(message));
  }

  #read({ bytes, isBinary, arrivedAtMs }: Message, standing: Principal | Failure): void {
    this.#unread -= 1;
    const hail: Hail = {
      transport: 'websocket',
      arrivedAtMs,
      traceparent: undefined,
      principal: nameOf(standing),
    };
    try {
      this.#act(this.#frames.read(bytes, isBinary), hail, bytes.length, isFailure(standing) ? standing : undefined);
    } catch (thrown) {
      this.#say(undefined, refuseBroken(this.#frames.served.core(), hail, thrown));
    }
    if (isFailure(standing)) this.#loseStanding(standing);
    if (this.#ending !== undefined) this.#closeWhenDone();
  }

  async #checkStanding(): Promise<void> {
    const standing = await this.#upgrade.standing.check();
    if (isFailure(standing)) this.#loseStanding(standing);
  }

  /** Whoever can't be asked now may be asked again. */
  #loseStanding({ kind }: Failure): void {
    if (kind !== 'unauthenticated') return;
    this.#ending ??= STANDING_LOST;
    this.#closeWhenDone();
  }

  #act(read: ReadFrame, hail: Hail, bytes: number, denied: Failure | undefined): void {
    if (read.kind === 'cancel') {
      // An outcome may have crossed it on the way: an id that is not under way is none to complain about.
      this.#inFlight.get(read.id)?.caller.leave('cancelled');
    } else if (read.kind === 'unreadable') {
      this.#refuse(read.id, hail, denied ?? read.failure);
    } else if (denied !== undefined) {
      this.#refuse(read.frame.id, hail, denied);
    } else {
      const { transport, arrivedAtMs, principal } = hail;
      this.#start(read.frame, { transport, arrivedAtMs, traceparent: read.frame.traceparent, principal }, bytes);
    }
  }

  #start({ id, request }: UnreadRequestFrame, hail: Hail, bodyBytes: number): void {
    const refusal = this.#whyNot(id);
    if (refusal !== undefined) {
      this.#refuse(id, hail, refusal);
      return;
    }
    const arrival: Arrival = {
      transport: hail.transport,
      arrivedAtMs: hail.arrivedAtMs,
      traceparent: hail.traceparent,
      principal: hail.principal,
      trace: this.#frames.served.core().openTrace(hail.traceparent), // one, should it be given up before its outcome
      body: request,
      bodyBytes,
      capabilitiesHeader: this.#upgrade.capabilitiesHeader,
      idempotencyKey: undefined, // refused above: it would be the same for every request
      caller: this.#openCaller(),
      onProgress: (progress) => this.#tell(id, arrival, progress),
    };
    this.#inFlight.set(id, arrival); // before anything runs: progress may come at once
    const core = this.#frames.served.core();
    const answered = routeRequest(core, arrival);
    if (!(answered instanceof Promise)) this.#finish(id, arrival, answered);
    else {
      const whole = answered.catch((thrown) => refuseBroken(core, arrival, thrown));
      void whole.then((late) => this.#finish(id, arrival, late));
    }
  }

  /** Gone already where the connection has ended in the very turn that brought the request. */
  #openCaller(): Caller {
    const caller = new Caller();
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) caller.leave('gone');
    return caller;
  }

  #finish(id: FrameId, arrival: Arrival, answered: Answered): void {
    if (this.#inFlight.get(id) !== arrival) return; // nobody waits for it any more
    this.#inFlight.delete(id);
    this.#say(id, answered);
    if (this.#ending !== undefined) this.#closeWhenDone();
  }

  #whyNot(id: FrameId): Failure | undefined {
    const { served, limits } = this.#frames;
    if (this.#ending !== undefined || !served.ready()) return closing();
    if (this.#upgrade.idempotencyKey !== undefined) return sharedKey();
    if (this.#inFlight.has(id)) return sameId(id);
    return this.#inFlight.size < limits.inFlight ? undefined : tooMany(limits.inFlight);
  }

  /** With an id that another request goes by, the refusal would be taken for that one's outcome: it goes without. */
  #refuse(id: FrameId | undefined, hail: Hail, why: Failure): void {
    const own = id === undefined || this.#inFlight.has(id) ? undefined : id;
    this.#say(own, refuse(this.#frames.served.core(), hail, why));
  }

  #say(id: FrameId | undefined, { text }: Answered): void {
    const named = id === undefined ? '{' : `{"id":${JSON.stringify(id)},`;
    if (this.#writer.isFull()) this.#cutOff();
    else this.#writer.write(`${named}"event":"outcome","answer":${text}}`);
  }

  #tell(id: FrameId, arrival: Arrival, progress: Progress): void {
    // Beside a request under way, so that none follows its outcome or its connection's end.
    if (this.#inFlight.get(id) !== arrival || !claimsStreaming(arrival)) return;
    if (this.#writer.isFilling()) return;
    this.#writer.write(`{"id":${JSON.stringify(id)},"event":"progress","progress":${JSON.stringify(progress)}}`);
  }

  /** By hand, as a client that sends pings and reads nothing would have pongs heaped up for it without end. */
  #answerPing(data: Buffer): void {
    this.#wasHeard = true;
    if (this.#writer.isFull()) this.#cutOff();
    else this.#webSocket.pong(data);
  }

  /** For a client that reads too slowly, or not at all; ws ends the connection where the closing is not answered. */
  #cutOff(): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#closeReason = 'slow_reader';
    this.#leave();
    const limit = `websocket.send_buffer_bytes (${this.#frames.limits.sendBufferBytes})`;
    this.#webSocket.close(POLICY_VIOLATION, `read faster: more waits for you than ${limit}`);
  }

  #closeWhenDone(): void {
    if (this.#unread > 0 || this.#inFlight.size > 0 || this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    const { why, code, reason } = this.#ending ?? SERVICE_CLOSES;
    this.#closeReason = why;
    this.#webSocket.close(code, reason);
  }

  #leave(): void {
    const arrivals = [...this.#inFlight.values()];
    this.#inFlight.clear();
    for (const { caller } of arrivals) caller.leave('gone');
  }
}
