import { FAILURE_KINDS, FAILURES } from '../../contracts/failure.ts';
import { FAILURE_MEANINGS } from './failure-meanings.ts';
import { type Html, html, prose } from './html.ts';

export function failuresSection(): Html {
  return html`<section id="failures"><h2>Failures</h2>
<p>The kind stands in <code>outcome.error.code</code>. Only 429 and 503 promise that nothing was done; once something was,
such a kind answers with the status of the third column, and <code>effect</code> says what.</p>
<table><thead><tr><th scope="col">Kind</th><th scope="col">HTTP</th><th scope="col">After acting</th>
<th scope="col">Same request again</th><th scope="col">What it means, and what to do</th></tr></thead>
<tbody>${FAILURE_KINDS.map(failureRow)}</tbody></table></section>`;
}

function failureRow(kind: (typeof FAILURE_KINDS)[number]): Html {
  const { http, httpAfterActing, retryable } = FAILURES[kind];
  return html`<tr id="failure-${kind}"><td><code>${kind}</code></td><td>${http}</td><td>${httpAfterActing}</td>
<td>${retryable ? 'may succeed' : 'will fail'}</td><td>${prose(FAILURE_MEANINGS[kind])}</td></tr>`;
}
