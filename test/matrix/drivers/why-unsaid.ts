import type { Good } from '../../http/sheets/bad-request.ts';
import type { Scenario } from '../scenario.ts';
import type { Driver } from './driver.ts';

/** Why a scenario can't be played over a transport; undefined where it can. */
export function whyUnsaid(driver: Driver, scenario: Scenario, good: Good): string | undefined {
  if (scenario.meanwhile === 'cancel' && !driver.cancels) return 'it has no way to cancel but to leave';
  return driver.unsaid?.(scenario.say(good), good);
}
