import type { Catalogue } from '../../contracts/adapter.ts';
import { failuresSection } from './docs-failures.ts';
import { intentsSection } from './docs-intents.ts';
import { type Html, html, prose } from './html.ts';

/** Stands for the host name and port that the reader came by, so that what is copied goes to the same place. */
export const HOST_MARK = '%HOST%';

/** The page of everything on offer, with `HOST_MARK` in it: plain markup, no script, readable without the network. */
export function docsPage(catalogue: Catalogue, version: string, isV1Open = false): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill ${version}: documentation</title>
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand"><a href="#main">Waybill</a> <small>${version}</small></p>
<ul>
<li><a href="#start">Getting started</a></li>
<li><a href="#endpoints">Endpoints</a></li>
<li><a href="#intents">Intents</a>
<ul>${catalogue.intents.map(({ key }) => html`<li><a href="#intent-${key}">${breakable(key)}</a></li>`)}</ul></li>
<li><a href="#resources">Resource types</a></li>
<li><a href="#failures">Failures</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/asyncapi.json">AsyncAPI document</a></li>
</ul>
</nav>
<main id="main">
<h1>One self-contained request in, one proven outcome out</h1>
<p class="lead">A request says what the client can do, what it wants, where in a flow it stands, and what it relies on.
Waybill checks all of it before anything runs, routes it to an adapter, and answers with proof. Nothing is kept between
two requests.</p>
${startSection()}
${endpointsSection(isV1Open)}
${intentsSection(catalogue.intents)}
${resourcesSection(catalogue)}
${failuresSection()}
</main>
</body>
</html>
`;
  return page.markup;
}

function startSection(): Html {
  return html`<section id="start"><h2>Getting started</h2>
<ol class="steps">
<li>Mint a context id. It names the first step of a flow; no store, clock or key is needed on your side.
<pre><code>curl -s ${HOST_MARK}/mcp/v2/contexts -H 'content-type: application/json' \\
  -d '{"domain": "login-flow", "business_key": "user_123"}'</code></pre></li>
<li>Take the example request of any intent below, put the id into <code>context.id</code>, and send it.
<pre><code>curl -s ${HOST_MARK}/mcp/v2 -H 'content-type: application/json' \\
  -d @request.json</code></pre></li>
<li>Read <code>outcome.status</code> and <code>outcome.verification</code>. The next step's id is <code>context.next_id</code>.</li>
</ol></section>`;
}

const ENDPOINTS: readonly (readonly [string, string, string])[] = [
  ['POST', '/mcp/v2', 'Sends one intent; answers as JSON or as a stream of events.'],
  ['POST', '/mcp', 'The same, on the path that all protocols share.'],
  ['GET', '/mcp', 'Says where to connect; as a WebSocket, takes many requests at a time.'],
  ['POST', '/mcp/polling', 'The same, for clients that poll: starts an exchange.'],
  ['GET', '/mcp/polling/{ticket}', 'Polls an exchange: its progress, then its answer.'],
  ['DELETE', '/mcp/polling/{ticket}', 'Cancels an exchange.'],
  ['POST', '/mcp/v2/contexts', 'Mints context ids.'],
  ['POST', '/mcp/v2/explain', 'Says what a request would meet, without effect.'],
  ['GET', '/livez', 'Whether the process lives.'],
  ['GET', '/readyz', 'Whether the service can take requests.'],
  ['GET', '/metrics', 'Metrics in the Prometheus text format.'],
  ['GET', '/.well-known/jwks.json', 'The public keys of receipts, where they are given.'],
  ['GET', '/openapi.json', 'Everything on this page, for machines.'],
  ['GET', '/asyncapi.json', 'The frames of the WebSocket, for machines.'],
];

const V1_ENDPOINT = ['POST', '/mcp/v1', 'Sends one action of the old style.'] as const;

function endpointsSection(isV1Open: boolean): Html {
  const endpoints = [...ENDPOINTS, ...(isV1Open ? [V1_ENDPOINT] : [])];
  return html`<section id="endpoints"><h2>Endpoints</h2>
<table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th></tr></thead>
<tbody>${endpoints.map(
    ([method, path, does]) => html`<tr><td>${method}</td><td><code>${path}</code></td><td>${does}</td></tr>`,
  )}</tbody></table></section>`;
}

function resourcesSection({ resourceTypes }: Catalogue): Html {
  return html`<section id="resources"><h2>Resource types</h2>
<p>A request declares what it relies on, and the state it expects; each is looked at before anything runs.</p>
<table><thead><tr><th scope="col">Type</th><th scope="col">States</th><th scope="col">Identifier and meaning</th></tr></thead>
<tbody>${resourceTypes.map(
    ({ type, states, identifier, description }) => html`<tr><td><code>${type}</code></td>
<td>${states.map((state) => html`<code>${state}</code> `)}</td>
<td>${prose(description)} Identifier: ${prose(identifier)}</td></tr>`,
  )}</tbody></table></section>`;
}

/** An intent key that may go on in the next line behind a dot or an underscore, not in the middle of a word. */
function breakable(key: string): Html {
  return html`${key.split(/(?<=[._])/).map((piece, index) => (index === 0 ? piece : html`<wbr>${piece}`))}`;
}
