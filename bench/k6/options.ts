import type { Options } from 'k6/options';
import { stageOf, THRESHOLDS } from '../load/shared/stages.ts';

/** Where the service or its gateway listens; `npm run k6` sets it. */
export const ORIGIN = __ENV.ORIGIN ?? 'http://127.0.0.1:8080';

const { users, seconds } = stageOf(__ENV.STAGE);

/** The same for every script: thresholds on requests that failed, and on what the answers themselves say. */
export const SCRIPT_OPTIONS: Options = {
  vus: users,
  duration: `${seconds}s`,
  thresholds: {
    checks: [`rate>=${THRESHOLDS.leastCheckedShare}`],
    failed_requests: [`rate<=${THRESHOLDS.mostFailedShare}`],
    request_ms: [`p(95)<${THRESHOLDS.mostP95Ms}`],
  },
};
