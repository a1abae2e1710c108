import Type, { type TSchema } from 'typebox';
import type { Adapter, AdapterKind, Call, IntentDeclaration } from '../../contracts/adapter.ts';
import { type Failure, failure } from '../../contracts/failure.ts';

/** An intent that gives its payload back. */
export function anIntent(
  key: string,
  more: Partial<IntentDeclaration> & { payload?: TSchema } = {},
): IntentDeclaration {
  return {
    key,
    title: `Does ${key}`,
    description: `Does what ${key} says.`,
    effect: 'unsafe',
    actions: [],
    requires: [],
    payload: Type.Object({}),
    result: Type.Unknown(),
    example: { payload: {}, resources: [] },
    ...more,
  };
}

/** A kind of adapter whose intents a test puts there, from the start or late. */
export class Shelf {
  intents: readonly IntentDeclaration[];
  /** What it is waiting for, as long as it can't say what it offers. */
  missing: string | undefined;
  readonly calls: Call[] = [];
  readonly kinds: ReadonlyMap<string, AdapterKind>;
  act: (call: Call) => ReturnType<Adapter['execute']> = ({ payload }) => ({ effect: 'applied', result: payload });
  #changed: (() => void) | undefined;

  constructor(intents: readonly IntentDeclaration[], { isLate = false } = {}) {
    this.intents = intents;
    const shelf = this;
    const adapter: Adapter = {
      get intents() {
        return shelf.intents;
      },
      resourceTypes: [],
      ...(isLate && {
        watchDeclarations: (changed: () => void) => {
          this.#changed = changed;
        },
        undeclared: (): Failure | undefined =>
          this.missing === undefined ? undefined : failure('adapter_unavailable', this.missing),
      }),
      probe: () => failure('internal', 'nothing is probed here'),
      execute: (call) => {
        this.calls.push(call);
        return this.act(call);
      },
      health: () => ({ status: 'healthy' }),
      close: async () => undefined,
    };
    this.kinds = new Map([['shelf', { kind: 'shelf', options: Type.Object({}), open: async () => adapter }]]);
  }

  /** As a server behind a target that offers something else from now on. */
  put(intents: readonly IntentDeclaration[]): void {
    this.intents = intents;
    this.missing = undefined;
    this.#changed?.();
  }
}

export const SHELF_TARGET = { name: 'shelf', kind: 'shelf', options: {} };
