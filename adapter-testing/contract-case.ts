import { isLeftOut, type LeftOut } from './adapter-subject.ts';

/** One promise of the adapter contract. `run` rejects with what was expected and what was found where it is not kept. */
export interface ContractCase {
  /** Holds the reason where the case is left out; it then passes without doing anything. */
  readonly name: string;
  run(): Promise<void>;
}

/** A case that goes with a piece of the subject: where that is left out, so is the case, and its name says why. */
export function caseWith<Piece extends object>(
  piece: Piece | LeftOut,
  name: string,
  run: (piece: Piece) => Promise<void>,
): ContractCase {
  if (isLeftOut(piece)) return { name: `${name} (left out: ${piece.leftOut})`, run: async () => {} };
  return { name, run: () => run(piece) };
}

/** Two pieces that a case needs both. */
export function both<One extends object, Other extends object>(
  one: One | LeftOut,
  other: Other | LeftOut,
): LeftOut | readonly [One, Other] {
  if (isLeftOut(one)) return one;
  return isLeftOut(other) ? other : [one, other];
}

/** Throws with everything that was found. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
