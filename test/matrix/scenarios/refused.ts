import { expect } from 'vitest';
import { BAD_CONTEXTS } from '../../http/sheets/bad-contexts.ts';
import { BAD_ENVELOPES } from '../../http/sheets/bad-envelopes.ts';
import { BAD_INTENTS } from '../../http/sheets/bad-intents.ts';
import type { BadRequest, Good } from '../../http/sheets/bad-request.ts';
import { BAD_TRANSPORT } from '../../http/sheets/bad-transport.ts';
import { MOST_BYTES } from '../matrix-config.ts';
import type { Scenario } from '../scenario.ts';

/** A row of the sheets about HTTP, as something that can be said over any transport. */
function asScenario(row: BadRequest): Scenario {
  const { name, because, http, kind, says, field, hints, details } = row;
  const error = {
    code: kind,
    message: expect.stringContaining(says),
    ...(field !== undefined && { field }),
    ...(hints !== undefined && { hint: expect.stringContaining(hints) }),
    ...(details !== undefined && { details }),
  };
  return {
    name,
    because,
    ...(row.reachesCore === false && { isUnread: true }),
    say: (good) => {
      const { body, headers } = row.send(good);
      return { body, ...(headers !== undefined && { headers }) };
    },
    expects: {
      http,
      outcome: { ...(row.came ?? { status: 'rejected', effect: 'none' }), error },
      ...(row.headers !== undefined && { headers: row.headers }),
    },
  };
}

/** Of another configuration than all others, which would need a service of its own over each transport. */
const needsSettings = ({ settings }: BadRequest) => settings !== undefined;

/** What is wrong is the body alone: hosts, paths and content types are HTTP's own. */
function isOfBody(row: BadRequest, good: Good): boolean {
  const { method, path, headers, body } = row.send(good);
  return method === undefined && path === undefined && headers === undefined && body !== undefined;
}

export const TOO_LARGE: Scenario = {
  name: 'a request above limits.body_bytes',
  because: 'limit and size are told',
  isUnread: true,
  say: (good) => ({ body: { ...good.request(), payload: { text: 'x'.repeat(MOST_BYTES) } } }),
  expects: {
    http: 413,
    outcome: {
      status: 'rejected',
      effect: 'none',
      error: { code: 'payload_too_large', details: { limit_bytes: MOST_BYTES } },
    },
  },
};

export function refused(good: Good): readonly Scenario[] {
  const bodies = BAD_TRANSPORT.filter((row) => isOfBody(row, good));
  const rows = [...BAD_ENVELOPES, ...BAD_CONTEXTS, ...BAD_INTENTS, ...bodies];
  return [...rows.filter((row) => !needsSettings(row)).map(asScenario), TOO_LARGE];
}
