import { defineModuleKind } from '../../adapters/module/module-adapter.ts';
import type { AdapterKind } from '../../contracts/adapter.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { Resource } from '../../contracts/resource.ts';
import type { Settings } from '../../src/config/settings.ts';
import { folderWith } from '../cli/run-waybill.ts';
import { exchange } from '../http/exchange.ts';
import { goodRequest } from '../http/good-request.ts';
import { send } from '../http/send.ts';
import { openTestService, type TestService } from '../open-test-service.ts';
import { HOSTILE_MODULE } from './hostile-module.ts';

/** The code of a thread is not compiled on the way, so that of the last build runs there. */
export const BUILT_KIND = defineModuleKind(
  new URL('../../dist/adapters/module/worker/module-worker.js', import.meta.url),
);

// `as`: a target's options are checked against its own kind's schema before the kind is given them
export const KINDS: ReadonlyMap<string, AdapterKind> = new Map([['module', BUILT_KIND as AdapterKind]]);

export interface Hostile extends TestService {
  readonly folder: string;
  act(
    payload: JsonObject,
    key?: string,
    more?: { resources?: readonly Resource[]; timeoutMs?: number },
  ): ReturnType<typeof send>;
  /** Whether the service itself is untouched. */
  echoes(): Promise<boolean>;
  health(): Promise<JsonObject>;
  /** The messages of the log of the target. */
  said(): readonly string[];
}

export interface HostileSettings {
  readonly files?: Readonly<Record<string, string>>;
  readonly module?: string;
  /** Those of the target. */
  readonly target?: JsonObject;
  readonly settings?: Partial<Settings>;
}

/** A service with a target `odd` of kind module. */
export async function openHostile({ files, module, target, settings }: HostileSettings = {}): Promise<Hostile> {
  const folder = folderWith(files ?? { 'hostile.mjs': HOSTILE_MODULE });
  const options = { module: module ?? './hostile.mjs', ...target };
  const targets = [{ name: 'odd', kind: 'module', options }];
  const service = await openTestService({ folder, targets, ...settings }, { kinds: KINDS });
  return {
    ...service,
    folder,
    act: (payload, key = 'odd.act', { resources = [], timeoutMs } = {}) => {
      const request = goodRequest(service.settings, key);
      const intent = { ...request.intent, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) };
      return send(service.origin, { ...request, intent, resources: [...resources], payload });
    },
    echoes: async () => {
      const { status } = await send(service.origin, { ...goodRequest(service.settings), payload: { here: true } });
      return status === 200;
    },
    health: async () => {
      const { text } = await exchange(service.origin, { path: '/readyz', method: 'GET' });
      return JSON.parse(text).targets.odd;
    },
    said: () =>
      service
        .log()
        .filter((line) => line.target === 'odd')
        .map(({ msg }) => String(msg)),
  };
}
