import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/client';
import type { Acted } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contracts/json.ts';
import type { Effect } from '../../../contracts/outcome.ts';
import { shortly } from '../connections/describe-error.ts';
import type { CompiledTool } from './compile-tool.ts';

/** What came of a call that the server has answered. */
export function concludeTool({ declaration, whyMisfit }: CompiledTool, answer: JsonObject): Acted {
  const { content = [], structuredContent } = answer;
  const result: JsonObject = {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...passOnMeta(answer),
  };
  const isRead = declaration.effect === 'read';
  if (answer.isError === true) {
    const said = shortly(textOf(content)) || 'it does not say what';
    // A tool that fails may have done a part of it.
    return failed(isRead ? 'none' : 'unknown', result, 'adapter_failed', `The tool reports an error: ${said}`);
  }
  const effect: Effect = isRead ? 'none' : 'applied';
  const misfit = whyMisfit(structuredContent);
  if (misfit === undefined) return { effect, result };
  return failed(effect, result, 'adapter_misbehaved', `The structured result is not what the tool declares: ${misfit}`);
}

function failed(
  effect: Effect,
  result: JsonObject,
  kind: 'adapter_failed' | 'adapter_misbehaved',
  message: string,
): Acted {
  const hint = 'outcome.effect says what it may have done; outcome.result is what the tool said.';
  return { effect, result, transient: false, failure: failure(kind, message, { hint }) };
}

/** Who the server is concerns this service, and would be taken for who answers. */
function passOnMeta({ _meta }: JsonObject): JsonObject {
  const { [SERVER_INFO_META_KEY]: _theirs, ...meta } = isJsonObject(_meta) ? _meta : {};
  return Object.keys(meta).length > 0 ? { _meta: meta } : {};
}

function textOf(content: JsonValue): string {
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block) => (isJsonObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join(' ');
}
