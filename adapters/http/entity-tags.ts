import type { Call } from '../../contracts/adapter.ts';
import type { Resource } from '../../contracts/resource.ts';

interface Seen {
  readonly resource: Resource;
  /** The address that the tag is of. */
  readonly path: string;
  readonly tag: string;
}

/** The ETags that the probes of a request saw: its act may then say that it is meant for just that version. */
export class EntityTags {
  /** By request: there is one `Call` for the probes of a request and its act, and nothing is left of it afterwards. */
  readonly #seen = new WeakMap<Call, Map<string, Seen>>();

  note(call: Call, resource: Resource, path: string, tag: string | undefined): void {
    const seen = this.#seen.get(call) ?? new Map<string, Seen>();
    const key = JSON.stringify([resource.type, resource.identifier]);
    if (tag === undefined) seen.delete(key);
    else seen.set(key, { resource, path, tag });
    this.#seen.set(call, seen);
  }

  /**
   * What an act at this address is conditional on. A weak tag never matches there (RFC 9110 §13.1.1), unless the
   * configuration names the type and so knows better.
   */
  find(call: Call, path: string | undefined, declaredType: string | undefined): Seen | undefined {
    const seen = [...(this.#seen.get(call)?.values() ?? [])];
    return (
      seen.find(({ resource }) => resource.type === declaredType) ??
      seen.find((one) => one.path === path && !one.tag.startsWith('W/'))
    );
  }
}
