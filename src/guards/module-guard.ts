import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleGuardOptions } from '../../contracts/config/guards.ts';
import type { Guard, GuardHost, GuardKind } from '../../contracts/guard.ts';
import { isRecord } from '../core/is-record.ts';

/** A guard of somebody's own: a module that exports `openGuard(options, host)`. */
export const moduleKind: GuardKind<ModuleGuardOptions> = {
  kind: 'module',
  options: ModuleGuardOptions,
  open: async ({ module, options = {} }, host) => {
    const { openGuard }: { openGuard?: unknown } = await import(addressOf(module, host.folder));
    if (!isOpener(openGuard)) throw new Error(`${module} exports no function openGuard(options, host)`);
    const opened: unknown = await Promise.resolve(openGuard(options, host));
    return readGuard(opened, module);
  },
};

/** Paths start from the folder of the configuration; names are looked up as Node does it for this program. */
function addressOf(module: string, folder: string): string {
  const isPath = module.startsWith('./') || module.startsWith('../') || isAbsolute(module);
  return isPath ? pathToFileURL(resolve(folder, module)).href : module;
}

function isOpener(value: unknown): value is (options: object, host: GuardHost) => unknown {
  return typeof value === 'function';
}

function readGuard(opened: unknown, module: string): Guard {
  if (!isRecord(opened) || !hasCheck(opened)) {
    throw new Error(`openGuard of ${module} gave no object with a function check(request, signal)`);
  }
  const { brings = [] } = opened;
  if (!Array.isArray(brings) || !brings.every((name) => typeof name === 'string')) {
    throw new Error(`the guard of ${module} has something else than a list of names as brings`);
  }
  return {
    hasNoEffects: opened.hasNoEffects === true,
    brings,
    check: (request, signal) => opened.check(request, signal),
    close: () => opened.close?.(),
  };
}

/** What a module gives: only the functions are sure to be what a guard has. */
interface Given extends Pick<Guard, 'check' | 'close'> {
  readonly hasNoEffects?: unknown;
  readonly brings?: unknown;
}

function hasCheck(opened: object): opened is Given {
  const { check, close }: { check?: unknown; close?: unknown } = opened;
  return typeof check === 'function' && (close === undefined || typeof close === 'function');
}
