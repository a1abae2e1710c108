import type { Facts } from './facts.ts';
import type { Scenario } from './scenario.ts';

interface Exception {
  /** Names of drivers. */
  readonly over: readonly string[];
  readonly because: string;
  /** All scenarios where left out. */
  readonly of?: (scenario: Scenario, facts: Facts) => boolean;
  /** What comes instead of what comes over plain HTTP. */
  readonly instead: (scenario: Scenario, facts: Facts) => Partial<Facts>;
}

/** Everything in which a transport answers otherwise than plain HTTP does, with its reason. There is nothing else. */
const EXCEPTIONS: readonly Exception[] = [];

/** What must come over this transport, where this came over plain HTTP. */
export function expectedOver(driver: string, scenario: Scenario, plain: Facts): Facts {
  let expected = plain;
  for (const { over, of, instead } of EXCEPTIONS) {
    const isOne = over.includes(driver) && (of === undefined || of(scenario, expected));
    if (isOne) expected = { ...expected, ...instead(scenario, expected) };
  }
  return expected;
}
