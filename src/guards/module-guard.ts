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
  return {
    hasNoEffects: opened.hasNoEffects === true,
    check: (request, signal) => opened.check(request, signal),
    close: () => opened.close?.(),
  };
}

function hasCheck(opened: object): opened is Omit<Guard, 'hasNoEffects'> & { readonly hasNoEffects?: unknown } {
  const { check, close }: { check?: unknown; close?: unknown } = opened;
  return typeof check === 'function' && (close === undefined || typeof close === 'function');
}
