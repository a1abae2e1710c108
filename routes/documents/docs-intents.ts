import type { Catalogue } from '../../contracts/adapter.ts';
import { describeSchema, describeWhole } from './describe-schema.ts';
import { exampleRequest, toJson } from './example-request.ts';
import { type Html, html, prose } from './html.ts';

type OfferedIntent = Catalogue['intents'][number];

const EFFECTS = {
  read: 'changes nothing',
  idempotent: 'repeating it changes nothing more',
  unsafe: 'repeating it does it again',
} as const;

export function intentsSection(intents: readonly OfferedIntent[]): Html {
  return html`<section id="intents"><h2>Intents</h2>${intents.map(intentArticle)}</section>`;
}

function intentArticle(intent: OfferedIntent): Html {
  const { key, title, description, effect, targets } = intent;
  return html`<article id="intent-${key}">
<h3><a href="#intent-${key}">${key}</a> <span class="tag ${effect}" title="${EFFECTS[effect]}">${effect}</span></h3>
<p><strong>${title}.</strong> ${prose(description)}</p>
<dl>
<dt>Effect</dt><dd>${EFFECTS[effect]}</dd>
<dt>Client must support</dt><dd>${names(intent.actions)}</dd>
<dt>Resources to declare</dt><dd>${names(intent.requires)}</dd>
<dt>Targets</dt><dd>${names(targets)}</dd>
</dl>
${schemaDetails('Payload', toJson(intent.payload))}
${schemaDetails('Result', toJson(intent.result))}
<details><summary>Example request</summary><pre><code>${JSON.stringify(exampleRequest(intent), null, 2)}</code></pre></details>
</article>`;
}

function names(list: readonly string[]): Html {
  return list.length === 0 ? html`none` : html`${list.map((name) => html`<code>${name}</code> `)}`;
}

function schemaDetails(title: string, schema: ReturnType<typeof toJson>): Html {
  const rows = describeSchema(schema);
  if (rows.length === 0)
    return html`<details><summary>${title}</summary><p>${prose(describeWhole(schema))}</p></details>`;
  return html`<details><summary>${title}</summary>
<table><thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({ name, type, required, description }) => html`<tr><td><code>${name}</code></td><td>${type}</td>
<td>${required ? html`<em>required</em> ` : ''}${prose(description)}</td></tr>`,
  )}</tbody></table></details>`;
}
