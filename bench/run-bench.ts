import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchClick, type ClickReport } from './click.ts';
import { benchMcp, type McpReport } from './mcp.ts';
import { benchNonces, type NoncesReport } from './nonces.ts';
import { benchPipeline, type PipelineReport } from './pipeline.ts';
import type { Spread } from './statistics.ts';
import { benchWebSocket, HTTP_CONNECTIONS, IN_FLIGHT, SOCKETS, type WebSocketReport } from './web-socket.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '9' },
    sockets: { type: 'string', default: '9' },
    nonces: { type: 'string', default: '9' },
    mcp: { type: 'string', default: '9' },
    clicks: { type: 'string', default: '40' },
  },
});

print(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}). Only the ratios of one run mean anything.`,
);
if (count('cycles') > 0) print(describePipeline(await benchPipeline(count('cycles'))));
if (count('sockets') > 0) print(describeWebSocket(await benchWebSocket(count('sockets'))));
if (count('nonces') > 0) print(describeNonces(await benchNonces(count('nonces'))));
if (count('mcp') > 0) print(describeMcp(await benchMcp(count('mcp'))));
if (count('clicks') > 0) print(describeClick(await benchClick(count('clicks'))));

function count(name: keyof typeof values): number {
  const wanted = Number(values[name]);
  if (Number.isInteger(wanted) && wanted >= 0) return wanted;
  throw new Error(`--${name} takes a whole number; 0 leaves that bench out`);
}

function describePipeline({ cycles, dropped, bodyBytes, rows }: PipelineReport): string {
  return [
    `## The full pipeline beside bare servers`,
    '',
    `system.echo, ${bodyBytes}-byte bodies, 64 connections, one log line a request; server on one core, client on the other.`,
    `${cycles} cycles in random order, 1 s lead-in + 3 s measured a slice; ${dropped} more dropped for drift. Medians (middle half).`,
    '',
    '| server | requests/s | CPU µs/request | throughput, Fastify = 1 | CPU, Fastify = 1 |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${write(row.requestsASecond, 0)} | ${write(row.cpuMicroseconds, 1)} | ${write(row.throughputRatio, 2)} | ${write(row.cpuRatio, 2)} |`,
    ),
  ].join('\n');
}

function describeWebSocket(report: WebSocketReport): string {
  const { cycles, dropped, http, webSocket, throughputRatio, cpuRatio } = report;
  return [
    '## The same service over HTTP and over WebSockets',
    '',
    `system.echo as above, ${HTTP_CONNECTIONS} in flight: one on each of ${HTTP_CONNECTIONS} keep-alive connections, or ${IN_FLIGHT} on each of ${SOCKETS} WebSockets.`,
    `${cycles} cycles, HTTP first and last in each; ${dropped} more dropped for drift. Medians (middle half).`,
    '',
    '| over | requests/s | CPU µs/request | throughput, HTTP = 1 | CPU, HTTP = 1 |',
    '|---|---|---|---|---|',
    `| HTTP keep-alive | ${write(http.requestsASecond, 0)} | ${write(http.cpuMicroseconds, 1)} | 1 | 1 |`,
    `| WebSocket | ${write(webSocket.requestsASecond, 0)} | ${write(webSocket.cpuMicroseconds, 1)} | ${write(throughputRatio, 2)} | ${write(cpuRatio, 2)} |`,
  ].join('\n');
}

function describeNonces({ cycles, dropped, rows }: NoncesReport): string {
  return [
    '## What single use costs',
    '',
    'system.echo as above; each request with a nonce of its own, claimed, settled and its answer kept.',
    `${cycles} cycles, without nonces first and last in each; ${dropped} more dropped for drift. Medians (middle half).`,
    '',
    '| nonces in | requests/s | CPU µs/request | throughput, without nonces = 1 |',
    '|---|---|---|---|',
    ...rows.map(
      ({ name, requestsASecond, cpuMicroseconds, throughputRatio }) =>
        `| ${name} | ${write(requestsASecond, 0)} | ${write(cpuMicroseconds, 1)} | ${write(throughputRatio, 2)} |`,
    ),
  ].join('\n');
}

function describeMcp({ cycles, dropped, tools, bodyBytes, rows }: McpReport): string {
  return [
    "## tools/call beside the official SDK's bare handler",
    '',
    `The echo over HTTP keep-alive, ${bodyBytes}-byte calls, 16 connections; Waybill lists ${tools} tools, the SDK one.`,
    `${cycles} cycles in random order; ${dropped} more dropped for drift. Medians (middle half).`,
    '',
    '| server | requests/s | CPU µs/call | time a call, McpServer = 1 | CPU, McpServer = 1 |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${write(row.requestsASecond, 0)} | ${write(row.cpuMicroseconds, 1)} | ${write(row.timeRatio, 2)} | ${write(row.cpuRatio, 2)} |`,
    ),
  ].join('\n');
}

function describeClick({ clicks, rows }: ClickReport): string {
  return [
    '## The same click through Waybill and through @playwright/mcp',
    '',
    `One button, one page, one Chromium, ${clicks} clicks each in turn. Waybill: precheck, click, verification, over HTTP. Medians (middle half).`,
    '',
    '| by | ms a click | waybill / this |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.name} | ${write(row.clickMs, 1)} | ${write(row.waybillShare, 2)} |`),
  ].join('\n');
}

function write({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
