import { ASKED, ASKED_NOW, type FromWorker } from './protocol.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** What each kind of message must hold. Messages are structured clones: plain objects without getters. */
const PARTS: Readonly<Record<FromWorker['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  opened: { json: isText },
  unopened: { reason: isText, error: (value) => value === undefined || isText(value) },
  answer: { op: isNumber, json: isText },
  broke: { op: isNumber, why: oneOf('threw', 'no_json', 'too_large'), error: isText },
  progress: { op: isNumber, json: isText },
  log: { level: oneOf('info', 'warn'), json: isText, message: isText },
  pong: { externalBytes: isNumber },
  ask: { id: isNumber, name: oneOf(...ASKED) },
  unask: { id: isNumber },
  askNow: { id: isNumber, name: oneOf(...ASKED_NOW) },
};

/** A message of a worker, or undefined where it is none: the module's code could have sent it. */
export function readMessage(message: unknown): FromWorker | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  const { type } = message;
  if (typeof type !== 'string' || !Object.hasOwn(PARTS, type)) return undefined;
  const parts = PARTS[type as FromWorker['type']]; // `as`: it is a key of the table
  const fits = Object.entries(parts).every(([name, is]) => is(Reflect.get(message, name)));
  return fits ? (message as FromWorker) : undefined; // `as`: each part was looked at
}
