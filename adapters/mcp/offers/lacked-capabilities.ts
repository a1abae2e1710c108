import type { InputRequests } from '../../../contracts/asking.ts';
import type { JsonObject, JsonValue } from '../../../contracts/json.ts';

/** What a client must declare to be asked all of this and has not, as client capabilities; undefined where it can be asked. */
export function lackedCapabilities(requests: InputRequests, declared: JsonObject): JsonObject | undefined {
  const lacked = Object.values(requests)
    .map(capabilityOf)
    .filter(({ name, mode }) => !declares(declared[name], mode));
  if (lacked.length === 0) return undefined;
  const modes = lacked.flatMap(({ mode }) => (mode === undefined ? [] : [[mode, {}]]));
  const names = lacked.map(({ name }) => [name, name === 'elicitation' ? Object.fromEntries(modes) : {}]);
  return Object.fromEntries(names);
}

interface Needed {
  readonly name: 'roots' | 'sampling' | 'elicitation';
  readonly mode?: 'form' | 'url';
}

function capabilityOf({ method, params }: InputRequests[string]): Needed {
  if (method === 'roots/list') return { name: 'roots' };
  if (method === 'sampling/createMessage') return { name: 'sampling' };
  return { name: 'elicitation', mode: params?.mode === 'url' ? 'url' : 'form' };
}

/** By the specification an `elicitation` that is empty means forms. */
function declares(declared: JsonValue | undefined, mode: Needed['mode']): boolean {
  if (declared === undefined) return false;
  if (mode === undefined || typeof declared !== 'object' || declared === null) return true;
  return mode in declared || (mode === 'form' && Object.keys(declared).length === 0);
}
