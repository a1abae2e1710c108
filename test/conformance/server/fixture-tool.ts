import type { CallToolResult, InputRequiredResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';

export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; left out: there are none. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: ToolAnnotations;
  call(
    given: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
}

export function text(said: string): CallToolResult {
  return { content: [{ type: 'text', text: said }] };
}

/** One arguments' schema from its properties, all of them required. */
export function argumentsOf(properties: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required: Object.keys(properties) };
}
