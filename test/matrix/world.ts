import { startReplicas } from '../../bench/replicas/start-replicas.ts';
import { createLab } from '../fixtures/lab-kind.ts';
import { startTestGateway } from '../gateway/open-gateway.ts';
import type { Good } from '../http/sheets/bad-request.ts';
import { startTestService } from '../open-test-service.ts';
import { buildLabProgram } from './build-lab-program.ts';
import { matrixGood } from './good.ts';
import { MATRIX_CONFIG } from './matrix-config.ts';

export type Line = Readonly<Record<string, unknown>>;

/** Where scenarios are run: one service, or several behind a gateway. */
export interface World {
  readonly origin: string;
  readonly good: Good;
  /** The log lines of one trace, over all processes. */
  lines(traceId: string): readonly Line[];
  /** Requests that were written down so far. */
  requestCount(): number;
  /** Whether the lab has begun to act for a trace. */
  hasActed(traceId: string): boolean;
  close(): Promise<void>;
}

export interface ReplicatedWorld extends World {
  /** Requests that each process wrote down. */
  shares(): readonly number[];
}

/** One service in this process. */
export async function openWorld(): Promise<World> {
  const good = matrixGood();
  const service = await startTestService(good.settings, { kinds: createLab().kinds });
  return {
    origin: service.origin,
    good,
    ...readLog(service.log),
    close: service.close,
  };
}

/** Three processes behind a real nginx, in turn, with nothing that sticks. */
export async function openReplicatedWorld(): Promise<ReplicatedWorld> {
  const { listen: _own, ...config } = MATRIX_CONFIG;
  const replicas = await startReplicas({ config, main: buildLabProgram() });
  const gateway = await startTestGateway('nginx', replicas.origins).catch(async (thrown) => {
    await replicas.close();
    throw thrown;
  });
  const log = () => replicas.all.flatMap((replica) => replica.log());
  return {
    origin: gateway.origin,
    good: matrixGood(replicas.secret),
    ...readLog(log),
    shares: () => replicas.all.map((replica) => replica.log().filter(isRequest).length),
    close: async () => {
      await gateway.close();
      await replicas.close();
    },
  };
}

const isRequest = ({ msg }: Line): boolean => msg === 'request';

function readLog(log: () => readonly Line[]): Pick<World, 'lines' | 'requestCount' | 'hasActed'> {
  return {
    lines: (traceId) => log().filter((line) => line.trace_id === traceId),
    requestCount: () => log().filter(isRequest).length,
    hasActed: (traceId) => log().some(({ msg, trace_id }) => msg === 'lab acts' && trace_id === traceId),
  };
}
