import type { InputRequests } from './asking.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

type InputRequest = InputRequests[string];

/**
 * What a client would have to declare besides, to be asked all this: `{"sampling": {}}`, `{"elicitation": {"url": {}}}`. Undefined
 * where it can be asked. What is asked by a method that the protocol does not have, no client has declared.
 */
export function missingCapabilities(requests: InputRequests, declared: JsonObject): JsonObject | undefined {
  const missing = new Map<string, JsonObject>();
  for (const request of Object.values(requests)) {
    const { capability, mode } = needOf(request);
    const found = Object.hasOwn(declared, capability) ? declared[capability] : undefined;
    if (!declares(found, mode))
      missing.set(capability, { ...missing.get(capability), ...(mode !== undefined && { [mode]: {} }) });
  }
  return missing.size === 0 ? undefined : Object.fromEntries(missing);
}

interface Need {
  readonly capability: string;
  readonly mode?: string;
}

function needOf({ method, params }: InputRequest): Need {
  switch (method) {
    case 'elicitation/create':
      return { capability: 'elicitation', mode: params?.mode === 'url' ? 'url' : 'form' };
    case 'sampling/createMessage': {
      const isWithTools = params?.tools !== undefined || params?.toolChoice !== undefined;
      return { capability: 'sampling', ...(isWithTools && { mode: 'tools' }) };
    }
    case 'roots/list':
      return { capability: 'roots' };
    default:
      return { capability: method };
  }
}

/** A bare `elicitation: {}` means forms: it is older than the modes. */
function declares(declared: JsonValue | undefined, mode: string | undefined): boolean {
  if (!isJsonObject(declared)) return false;
  return mode === undefined || isJsonObject(declared[mode]) || (mode === 'form' && Object.keys(declared).length === 0);
}
