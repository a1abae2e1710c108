import fc from 'fast-check';

/** For a machine that is busy with something else; a few seconds are what each takes. */
export const GENEROUS_MS = 180_000;

/** How many random inputs each property is tried with; a test holds their sum to what was promised. */
export const INPUTS = {
  contextIds: 40_000,
  otherOwners: 5_000,
  sealedTokens: 6_000,
  bodies: 20_000,
  envelopes: 20_000,
  policies: 25_000,
} as const;

/**
 * Tries a property with its number of random inputs, and says so. A failure shows the smallest input that was found, and the
 * seed: the environment variable PROPERTY_SEED runs the same inputs again.
 */
export async function runProperty<Inputs extends unknown[]>(
  name: keyof typeof INPUTS,
  property: fc.IProperty<Inputs> | fc.IAsyncProperty<Inputs>,
): Promise<void> {
  const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
  const result = await fc.check(property, { numRuns: INPUTS[name], seed });
  if (result.failed) {
    throw new Error(fc.defaultReportMessage(result), { cause: result.errorInstance });
  }
  console.log(`${name}: ${result.numRuns.toLocaleString('en')} random inputs, seed ${seed}`);
}
