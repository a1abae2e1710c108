/** Longer than what answers at once takes on a busy machine, and shorter than the tools that take long. */
const TASK_AFTER_MS = 600;

/** Sections of waybill.yaml: one MCP server behind the service, whose tools have the names that it gave them. */
export function fixtureConfig(url: string): Readonly<Record<string, unknown>> {
  return {
    adapters: { fixture: { kind: 'mcp', url, prefix: '' } },
    mcp: {
      tasks: {
        after_ms: TASK_AFTER_MS,
        always: ['slow_compute', 'protocol_error_job', 'confirm_delete', 'multi_input'],
        required: ['failing_job'],
      },
    },
  };
}
