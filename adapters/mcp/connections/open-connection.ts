import { Client, type PriorDiscovery } from '@modelcontextprotocol/client';
import { isFailure } from '../../../contracts/failure.ts';
import type { HideSecrets } from '../../../declarative/hide-secrets.ts';
import { answerServerRequest } from '../offers/answer-server-request.ts';
import { LEGACY_CAPABILITIES } from './client-capabilities.ts';
import { Connection } from './connection.ts';
import { describeError } from './describe-error.ts';
import type { EraMemory } from './era-memory.ts';
import type { ServerWay } from './server-transport.ts';
import { settledOrStopped } from './settled-or-stopped.ts';
import { tellLogLine } from './tell-log-line.ts';
import { WaitingCalls } from './waiting-calls.ts';

/** How long a local server may leave the question for its era unanswered until it is taken for one of the legacy era. */
const MOST_PROBE_MS = 10_000;

export interface ConnectionSettings {
  readonly way: ServerWay;
  readonly eras: EraMemory;
  readonly startMs: number;
  readonly hideSecrets: HideSecrets;
}

interface NotConnected {
  readonly why: string;
  /** A process that ended by itself. */
  readonly hasEnded: boolean;
}

/** Called with the name of each notification that something has changed, such as `notifications/tools/list_changed`. */
export type OnChanged = (method: string) => void;

/** Connects, and agrees on the era. A text: why that came to nothing. */
export async function openConnection(
  settings: ConnectionSettings,
  signal: AbortSignal,
  onChanged: OnChanged,
): Promise<Connection | string> {
  const { eras } = settings;
  const prior = eras.prior();
  let opened = await tryToOpen(settings, signal, onChanged, prior);
  // Some servers of the legacy era end at anything that comes before `initialize`. Nothing was asked of it by then.
  if ('why' in opened && opened.hasEnded && prior === undefined && !signal.aborted) {
    opened = await tryToOpen(settings, signal, onChanged, { kind: 'legacy' });
  }
  if ('why' in opened) {
    eras.forget();
    return opened.why;
  }
  eras.learn(opened.era);
  return opened;
}

async function tryToOpen(
  { way, startMs, hideSecrets }: ConnectionSettings,
  signal: AbortSignal,
  onChanged: OnChanged,
  prior: PriorDiscovery | undefined,
): Promise<Connection | NotConnected> {
  const transport = way.createTransport();
  if (isFailure(transport)) return { why: transport.message, hasEnded: false };
  const waiting = new WaitingCalls();
  const client = createClient(startMs, waiting, onChanged, hideSecrets);
  const connecting = client.connect(transport, { timeout: startMs, ...(prior !== undefined && { prior }) });
  const end = await settledOrStopped(connecting, signal, startMs);
  if (end === 'done') return new Connection(client, transport, waiting);
  await transport.leave();
  if (end === 'stopped') return { why: 'the target was closed', hasEnded: false };
  if (end === 'late') return { why: `it did not answer within ${startMs} ms`, hasEnded: false };
  const ended = transport.whyEnded();
  return { why: hideSecrets(ended ?? describeError(end.error)), hasEnded: ended !== undefined };
}

function createClient(startMs: number, waiting: WaitingCalls, onChanged: OnChanged, hideSecrets: HideSecrets): Client {
  const client = new Client(
    { name: 'waybill', title: 'Waybill', version: '2.0' },
    {
      capabilities: LEGACY_CAPABILITIES,
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(MOST_PROBE_MS, startMs / 2) } },
      inputRequired: { autoFulfill: false },
    },
  );
  for (const method of ['elicitation/create', 'sampling/createMessage'] as const) {
    // `as`: the client checks both what it was asked and what it answers
    client.setRequestHandler(method, (request) => answerServerRequest(request as never, waiting) as never);
  }
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    const method = `notifications/${list}/list_changed` as const;
    client.setNotificationHandler(method, () => onChanged(method));
  }
  const tell = tellLogLine(waiting, hideSecrets);
  client.setNotificationHandler('notifications/message', ({ params }) => tell(params));
  return client;
}
