import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { Adapter, AdapterHost, AdapterKind } from '../../../contracts/adapter.ts';
import type { WorkerStart } from '../protocol.ts';
import { findOptionProblems } from './find-option-problems.ts';

const NEEDED = ['probe', 'execute', 'health', 'close'] as const;

interface Unopened {
  readonly reason: string;
  readonly error?: string;
}

/** Loads the module, judges its options by its own schema, and opens its adapter. */
export async function openModule(
  { module, folder, options }: WorkerStart,
  host: AdapterHost,
): Promise<{ readonly adapter: Adapter } | Unopened> {
  const loaded = await attempt('the module does not load', () => load(module, folder));
  if ('reason' in loaded) return loaded;
  const { adapterKind } = loaded.value;
  if (!isAdapterKind(adapterKind)) {
    return { reason: 'the module exports no adapterKind with a schema `options` and a function `open`' };
  }
  const own = structuredClone(options);
  const judged = await attempt('the schema or the check of its options broke', () =>
    findOptionProblems(adapterKind, own),
  );
  if ('reason' in judged) return judged;
  if (judged.value.length > 0) return { reason: `its options are wrong: ${judged.value.join('; ')}` };
  // `as`: they have just been found to fit the kind's own schema
  const opened = await attempt('it broke while it opened', () => adapterKind.open(own as never, host));
  if ('reason' in opened) return opened;
  if (isAdapter(opened.value)) return { adapter: opened.value };
  return { reason: `what it opened is no adapter: it needs the functions ${NEEDED.join(', ')}` };
}

/** Paths start from the folder of the configuration; names are looked up from there, as Node does it for a module in it. */
async function load(module: string, folder: string): Promise<{ readonly adapterKind?: unknown }> {
  const isPath = module.startsWith('./') || module.startsWith('../') || isAbsolute(module);
  const address = isPath
    ? pathToFileURL(resolve(folder, module)).href
    : import.meta.resolve(module, pathToFileURL(resolve(folder, 'waybill.yaml')));
  return import(address);
}

async function attempt<Value>(
  reason: string,
  work: () => Value | Promise<Value>,
): Promise<{ readonly value: Value } | Unopened> {
  try {
    return { value: await work() };
  } catch (thrown) {
    return { reason, error: inspect(thrown) };
  }
}

function isAdapterKind(value: unknown): value is AdapterKind {
  if (typeof value !== 'object' || value === null || !('options' in value) || !('open' in value)) return false;
  return typeof value.options === 'object' && value.options !== null && typeof value.open === 'function';
}

function isAdapter(value: unknown): value is Adapter {
  return (
    typeof value === 'object' &&
    value !== null &&
    NEEDED.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}
