import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scan as the stand-in knows it: each look at it finds it further on. */
interface Scan {
  readonly urls: readonly string[];
  readonly fails: boolean;
  looks: number;
}

export interface StandIn {
  readonly burpUrl: string;
  readonly siteUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/** What the scanner finds in the site, in the form of Burp's issue events. */
const ISSUES = [
  { name: 'Cross-site scripting (reflected)', severity: 'high', confidence: 'certain', path: '/search' },
  { name: 'Cookie without HttpOnly flag set', severity: 'low', confidence: 'firm', path: '/' },
];
const LOOKS_UNTIL_DONE = 4;

/** Speaks the part of the REST API v0.1 of Burp Suite Professional that the example uses, and serves a site to scan. */
export async function openStandIn(): Promise<StandIn> {
  const apiKey = 'an-api-key-of-the-stand-in';
  const scans = new Map<string, Scan>();
  const burp = createServer((request, response) => void answer(request, response, apiKey, scans));
  const site = createServer((_request, response) => response.end('<h1>A shop</h1>'));
  const [burpPort, sitePort] = await Promise.all([listen(burp), listen(site)]);
  return {
    apiKey,
    burpUrl: `http://127.0.0.1:${burpPort}`,
    siteUrl: `http://127.0.0.1:${sitePort}/`,
    close: async () => {
      await Promise.all([end(burp), end(site)]);
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  apiKey: string,
  scans: Map<string, Scan>,
): Promise<void> {
  const [, key, version, ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  const [what, id] = rest;
  const scan = scans.get(id ?? '');
  if (key !== apiKey || version !== 'v0.1') refuse(response, 401, 'Unauthorized');
  else if (request.method === 'POST' && what === 'scan') start(response, scans, await readBody(request));
  else if (what === 'scan' && id !== undefined && scan !== undefined) send(response, 200, look(id, scan));
  else if (what === 'knowledge_base') send(response, 200, []);
  else refuse(response, 404, 'Task ID not found');
}

function start(response: ServerResponse, scans: Map<string, Scan>, body: unknown): void {
  // `as`: only the example's own configuration writes it
  const { urls, scan_configurations: configurations = [] } = body as {
    readonly urls?: readonly string[];
    readonly scan_configurations?: readonly { readonly name: string }[];
  };
  const strange = configurations.find(({ name }) => !name.startsWith('Crawl'));
  if (strange !== undefined) refuse(response, 400, `Unknown scan configuration: ${strange.name}`);
  else if (urls === undefined || urls.length === 0) refuse(response, 400, 'At least one URL is required');
  else {
    const id = String(scans.size + 3); // Burp's first two tasks are its own
    scans.set(id, { urls, looks: 0, fails: urls.some((url) => url.includes('/broken')) });
    response.writeHead(201, { location: id });
    response.end();
  }
}

function look(id: string, scan: Scan): object {
  scan.looks += 1;
  const done = Math.min(1, scan.looks / LOOKS_UNTIL_DONE);
  const failed = scan.fails && done >= 0.5;
  const issues = done < 1 ? [] : ISSUES;
  return {
    task_id: id,
    scan_status: failed ? 'failed' : statusAt(done),
    message: failed ? 'The crawl could not start: every seed URL answered with an error' : '',
    error_code: failed ? 5 : 0,
    scan_metrics: {
      crawl_requests_made: Math.round(40 * Math.min(1, done * 2)),
      crawl_unique_locations_visited: Math.round(8 * Math.min(1, done * 2)),
      audit_requests_made: Math.round(300 * Math.max(0, done - 0.5)),
      issue_events: issues.length,
      crawl_and_audit_caption: `${Math.round(done * 100)}%`,
      crawl_and_audit_progress: Math.round(done * 100),
    },
    issue_events: issues.map((issue, index) => ({
      id: String(index + 1),
      type: 'issue_found',
      issue: { ...issue, origin: new URL(scan.urls[0] ?? '').origin, serial_number: String(index) },
    })),
  };
}

function statusAt(done: number): string {
  if (done >= 1) return 'succeeded';
  return done < 0.5 ? 'crawling' : 'auditing';
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // `as`: no encoding was set
  return JSON.parse(Buffer.concat(chunks).toString());
}

function refuse(response: ServerResponse, status: number, error: string): void {
  send(response, status, { type: 'ClientError', error });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // `as`: it listens at a port
  });
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
