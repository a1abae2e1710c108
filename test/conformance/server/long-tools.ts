import { setTimeout as pause } from 'node:timers/promises';
import { acceptedContent, inputRequired, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { askFor, askName } from './asking-tools.ts';
import { argumentsOf, type FixtureTool, text } from './fixture-tool.ts';

/** Longer than `mcp.tasks.after_ms` of the service that they are called through. */
const LONG_MS = 1200;

/** Tools whose calls are tasks for clients that declare them. They know nothing of it: the service before them makes them so. */
export function longTools(): readonly FixtureTool[] {
  return [
    {
      name: 'slow_compute',
      description: 'Takes as long as it is told.',
      inputSchema: argumentsOf({ seconds: { type: 'number' }, label: { type: 'string' } }),
      annotations: { readOnlyHint: true },
      call: async ({ seconds, label }, { mcpReq }) => {
        await pause(Number(seconds) * 1000, undefined, { signal: mcpReq.signal });
        return text(`${label} took ${seconds} s`);
      },
    },
    {
      name: 'failing_job',
      description: 'Fails after a while.',
      call: async (_given, { mcpReq }) => {
        await pause(LONG_MS, undefined, { signal: mcpReq.signal });
        return { ...text('This job fails'), isError: true };
      },
    },
    {
      name: 'protocol_error_job',
      description: 'Breaks the protocol.',
      call: () => {
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'This job ends with an error of the protocol');
      },
    },
    {
      name: 'confirm_delete',
      description: 'Asks before it deletes.',
      inputSchema: argumentsOf({ filename: { type: 'string' } }),
      call: ({ filename }, { mcpReq }) => {
        const { confirm } = acceptedContent(mcpReq.inputResponses, 'confirm') ?? {};
        if (confirm === true) return text(`Deleted ${filename}`);
        const ask = askFor(`Delete ${filename}?`, { confirm: { type: 'boolean' } });
        return inputRequired({ inputRequests: { confirm: ask } });
      },
    },
    {
      name: 'multi_input',
      description: 'Asks two things at once.',
      call: (_given, { mcpReq: { inputResponses } }) => {
        const first = acceptedContent(inputResponses, 'first')?.name;
        const second = acceptedContent(inputResponses, 'second')?.name;
        if (typeof first === 'string' && typeof second === 'string') return text(`${first} and ${second}`);
        return inputRequired({ inputRequests: { first: askName('The first?'), second: askName('The second?') } });
      },
    },
    {
      name: 'test_tool_with_task',
      description: 'Asks for a name, and then takes a while.',
      call: async (_given, { mcpReq }) => {
        const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.name;
        if (typeof name !== 'string') return inputRequired({ inputRequests: { user_name: askName() } });
        await pause(LONG_MS, undefined, { signal: mcpReq.signal });
        return text(`Done for ${name}`);
      },
    },
  ];
}
