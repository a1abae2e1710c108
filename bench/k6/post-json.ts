import http from 'k6/http';
import { firstId } from '../load/shared/check-answer.ts';
import { mintRequest } from '../load/shared/requests.ts';
import { ORIGIN } from './options.ts';

export interface JsonAnswer {
  readonly status: number;
  /** Undefined where it was no JSON. */
  readonly body: unknown;
}

export function postJson(path: string, body: object, headers: Record<string, string> = {}): JsonAnswer {
  const response = http.post(`${ORIGIN}${path}`, JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return { status: response.status, body: readJson(response.body) };
}

export function getJson(path: string, headers: Record<string, string>): JsonAnswer {
  const response = http.get(`${ORIGIN}${path}`, { headers });
  return { status: response.status, body: readJson(response.body) };
}

export function mint(businessKey: string): string | undefined {
  return firstId(postJson('/mcp/v2/contexts', mintRequest(businessKey)).body);
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
