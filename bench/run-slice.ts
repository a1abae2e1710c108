import type { BenchClient } from './load-count.ts';
import type { ServerProcess } from './server-process.ts';

const LEAD_IN_MS = 1000;
const MEASURED_MS = 3000;
/** A reference run twice in a cycle must agree within this, or the cycle says nothing. */
const MOST_DRIFT = 0.05;

export interface Figures {
  readonly requestsASecond: number;
  readonly cpuMicroseconds: number;
}

/** Puts a client's load on a server for a while, and says what came of it. */
export async function runSlice(server: ServerProcess, client: BenchClient): Promise<Figures> {
  try {
    await client.start();
    await client.measure(LEAD_IN_MS);
    const cpuBefore = server.cpuSeconds();
    const { requests, seconds } = await client.measure(MEASURED_MS);
    return {
      requestsASecond: requests / seconds,
      cpuMicroseconds: ((server.cpuSeconds() - cpuBefore) * 1e6) / requests,
    };
  } finally {
    client.stop();
  }
}

/** The mean of a reference run first and last in a cycle; undefined where the machine drifted meanwhile. */
export function steadyMean(before: Figures, after: Figures): Figures | undefined {
  if (Math.abs(after.cpuMicroseconds / before.cpuMicroseconds - 1) > MOST_DRIFT) return undefined;
  return {
    requestsASecond: (before.requestsASecond + after.requestsASecond) / 2,
    cpuMicroseconds: (before.cpuMicroseconds + after.cpuMicroseconds) / 2,
  };
}
