import { cpus } from 'node:os';
import { benchPipeline, type PipelineReport } from './pipeline.ts';
import type { Spread } from './statistics.ts';

const DEFAULT_CYCLES = 9;

const cycles = Number(process.argv[2] ?? DEFAULT_CYCLES);
if (!Number.isInteger(cycles) || cycles < 1) throw new Error('Usage: npm run bench -- [cycles]');
process.stdout.write(`${describePipeline(await benchPipeline(cycles))}\n`);

function describePipeline({ cycles: counted, dropped, bodyBytes, rows }: PipelineReport): string {
  return [
    `Full pipeline (system.echo, ${bodyBytes}-byte bodies, 64 connections, one log line a request) beside bare servers`,
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), server on one, client on the other`,
    `${counted} cycles in random order, 1 s lead-in + 3 s measured each; ${dropped} dropped for drift. Medians (middle half).`,
    '',
    '| server | requests/s | CPU µs/request | throughput, Fastify = 1 | CPU, Fastify = 1 |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${write(row.requestsASecond, 0)} | ${write(row.cpuMicroseconds, 1)} | ${write(row.throughputRatio, 2)} | ${write(row.cpuRatio, 2)} |`,
    ),
  ].join('\n');
}

function write({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}
