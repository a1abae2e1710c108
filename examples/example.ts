import type { Answer } from '../contracts/answer.ts';
import type { Outcome } from '../contracts/outcome.ts';
import type { Progress } from '../contracts/progress.ts';
import type { Resource } from '../contracts/resource.ts';

/** What `example.ts` of each folder exports as `example`; its configuration is `waybill.yaml` beside it. */
export interface Example {
  /** Domain of the steps' context ids. */
  readonly domain: string;
  /** What the client says that it can take part in. Left out: whatever it sends. */
  readonly actions?: readonly string[];
  /** Whether the targets are waited for, as their programs take long to start. */
  readonly startsSlowly?: boolean;
  /** Whether the steps are sent a second time, by a client of the Model Context Protocol, and must come to the same. */
  readonly alsoByMcp?: boolean;
  /** Opens what stands in for the real upstream, on free ports. */
  open(): Promise<OpenExample>;
}

export interface OpenExample {
  /** Environment variables that the configuration names: where the stand-in listens. */
  readonly variables: Readonly<Record<string, string>>;
  /** Sent one after the other. */
  readonly steps: readonly ExampleStep[];
  close(): Promise<void>;
}

/** What may be computed from the outcomes of the steps before. */
type FromEarlier<Value> = Value | ((earlier: readonly Outcome[]) => Value);

export interface ExampleStep {
  readonly title: string;
  /** What happens in the world before it is sent: an object dies, a file is locked. */
  readonly before?: () => void | Promise<void>;
  readonly intent: string;
  readonly resources?: FromEarlier<readonly Resource[]>;
  readonly payload?: FromEarlier<Readonly<Record<string, unknown>>>;
  readonly timeoutMs?: number;
  readonly expected: ExpectedOutcome;
}

/** Sends one step and gives its answer, over whichever protocol. */
export type SendStep = (
  intent: string,
  request: {
    readonly resources: readonly Resource[];
    readonly payload: Readonly<Record<string, unknown>>;
    readonly timeoutMs: number | undefined;
    readonly onProgress: (progress: Progress) => void;
  },
) => Promise<Answer>;

/** The parts of the outcome that must be there; what is not named here may be anything. A text may be a pattern. */
export interface ExpectedOutcome {
  readonly status: Outcome['status'];
  readonly effect?: Outcome['effect'];
  readonly verification?: Partial<Outcome['verification']>;
  readonly result?: unknown;
  readonly error?: Partial<NonNullable<Outcome['error']>>;
}
