import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../contracts/adapter.ts';
import type { V1Actions } from '../../src/core/v1/compile-actions.ts';
import { buildAsyncApi } from './build-asyncapi.ts';
import { buildOpenApi } from './build-openapi.ts';
import { docsPage, HOST_MARK } from './docs-page.ts';
import { DOCS_STYLESHEET } from './docs-stylesheet.ts';
import { html } from './html.ts';

export interface DocumentsOptions {
  /** What is on offer now; a reload may bring another. */
  catalogue(): Catalogue;
  /** The actions of the old style; undefined: their door is closed. */
  readonly v1Actions?: () => V1Actions | undefined;
  readonly version: string;
}

/** No script, nothing from elsewhere, in no frame: the texts on the page come from adapters of others, too. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** `GET /openapi.json`, `GET /asyncapi.json` and `GET /docs`, written once for each catalogue. */
export function documents(app: FastifyInstance, options: DocumentsOptions, done: () => void): void {
  const written = writeOnce(options);
  written();
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(written().openApi));
  app.get('/asyncapi.json', (_request, reply) => reply.type('application/json').send(written().asyncApi));
  app.get('/docs', ({ host }, reply) =>
    reply
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(written().page.replaceAll(HOST_MARK, () => html`${host}`.markup)),
  );
  app.get('/docs/page.css', (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/css; charset=utf-8').send(DOCS_STYLESHEET),
  );
  done();
}

function writeOnce({ catalogue, v1Actions, version }: DocumentsOptions) {
  const write = (offered: Catalogue) => ({
    offered,
    openApi: JSON.stringify(buildOpenApi(offered, version, v1Actions?.()), null, 1),
    asyncApi: JSON.stringify(buildAsyncApi(offered, version), null, 1),
    page: docsPage(offered, version, v1Actions?.() !== undefined),
  });
  let latest: ReturnType<typeof write> | undefined;
  return () => {
    const offered = catalogue();
    if (latest?.offered !== offered) latest = write(offered);
    return latest;
  };
}
