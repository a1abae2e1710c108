import { InvalidArgumentError } from 'commander';
import type { Resource } from '../../contracts/resource.ts';

/** For numeric options; `unit` is for the message. */
export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`expected a whole number from ${minimum} to ${maximum}`);
  };
}

/** For options that may be repeated. */
export function collect<Value>(
  parse: (text: string) => Value,
): (text: string, earlier: readonly Value[] | undefined) => Value[] {
  return (text, earlier) => [...(earlier ?? []), parse(text)];
}

/** `type:identifier:state`; the identifier may hold colons, as selectors do. */
export function parseResource(text: string): Resource {
  const first = text.indexOf(':');
  const last = text.lastIndexOf(':');
  const [type, identifier, state] = [text.slice(0, first), text.slice(first + 1, last), text.slice(last + 1)];
  if (first > 0 && last > first + 1 && state !== '') return { type, identifier, state };
  throw new InvalidArgumentError("expected type:identifier:state, such as 'dom_element:#login-btn:visible_enabled'");
}

export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('expected an address such as http://127.0.0.1:8080');
}

export function parseIntent(text: string): string {
  if (/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_./-]+)?$/.test(text)) return text;
  throw new InvalidArgumentError('expected an intent key such as ui_interaction.click');
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a whole number from 0 to 65535');
}
