import type { JsonObject } from '../../../contracts/json.ts';
import type { DialogPolicy } from '../dialog-policy.ts';
import type { RefusedDocument } from '../guard/guard-documents.ts';
import type { Refusal } from '../guard/navigation-policy.ts';
import type { GuardedPage, OpenDialog, PageWatcher } from '../pages/guarded-page.ts';
import { collectSecrets, mask } from '../secrets/collect-secrets.ts';
import { describeUrl } from '../secrets/describe-url.ts';
import { PendingWork } from './pending-work.ts';
import { SideEffects } from './side-effects.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Watches a page while one action runs: what it causes, what is refused it, and when all of it has come to rest. */
export class PageObserver implements PageWatcher {
  readonly pending: PendingWork;
  readonly #page: GuardedPage;
  readonly #dialogPolicy: DialogPolicy | undefined;
  readonly #effects = new SideEffects();
  readonly #refusals: Refusal[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #startUrl: string;
  readonly #secrets: readonly string[];
  readonly #typed: readonly string[];

  constructor(page: GuardedPage, payload: JsonObject, dialogPolicy: DialogPolicy | undefined) {
    this.#page = page;
    this.#dialogPolicy = dialogPolicy;
    this.#startUrl = page.url;
    this.#secrets = collectSecrets(payload, false);
    this.#typed = collectSecrets(payload, true);
    this.pending = new PendingWork(page);
    this.#ends.push(page.watch(this), () => this.pending.end());
    this.#listen();
    // Left open by what came before: nothing works on the page until it is answered.
    if (page.dialog !== undefined) this.onDialog(page.dialog);
  }

  get sideEffects(): readonly string[] {
    return this.#effects.list();
  }

  /** What stopped the page, or a window that it opened, from going where it may not. */
  get refusal(): Refusal | undefined {
    return this.#refusals[0];
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  onRefusedDocument({ refusal, frameId }: RefusedDocument): void {
    if (frameId === this.#page.targetId) this.#refusals.push(refusal);
    else this.#effects.add('blocked_frame', refusal.url);
  }

  onDialog(dialog: OpenDialog): void {
    this.#effects.add('dialog', dialog.type);
    this.#page.answerDialog(this.#dialogPolicy);
  }

  onNewPage(page: GuardedPage): void {
    this.#effects.add('new_target', page.targetId);
    const opened = this.pending.start(`window ${page.targetId}`);
    const end = page.watch({
      onRefusedDocument: ({ refusal, frameId }) => {
        if (frameId !== page.targetId) return;
        this.#refusals.push(refusal);
        // It never got anywhere: an empty window would only be in the way.
        page.close();
      },
      onDialog: () => undefined,
      onNewPage: () => undefined,
      onGone: opened,
    });
    const offLoaded = page.session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === page.targetId) opened();
    });
    this.#ends.push(end, offLoaded);
  }

  onGone(): void {
    this.#effects.add('target_closed', this.#page.targetId);
  }

  #listen(): void {
    const { session, targetId } = this.#page;
    const navigated = (url: string) => this.#effects.add('navigation_to', this.#describe(url));
    this.#ends.push(
      session.on('Page.frameNavigated', ({ frame }) => {
        // An error page has no address of its own; what failed is told by the action.
        if (frame.parentId === undefined && frame.unreachableUrl === undefined) navigated(frame.url);
      }),
      session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
        if (frameId === targetId) navigated(url);
      }),
      session.on('Network.requestWillBeSent', ({ request, type }) => {
        if (READS.has(request.method) || type === 'Preflight') return;
        this.#effects.add('request', `${request.method} ${this.#describe(request.url).split(/[?#]/)[0] ?? ''}`);
      }),
      session.on('Page.downloadWillBegin', ({ suggestedFilename }) => this.#effects.add('download', suggestedFilename)),
      session.on('Runtime.consoleAPICalled', ({ type, args }) => {
        if (type !== 'error' && type !== 'assert') return;
        this.#tellError(args.map(({ value, description }) => String(value ?? description ?? '')).join(' '));
      }),
      session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) =>
        this.#tellError(exception?.description?.split('\n')[0] ?? text),
      ),
    );
  }

  #tellError(text: string): void {
    this.#effects.add('console_error', mask(text, this.#typed).slice(0, 200));
  }

  #describe(url: string): string {
    return mask(describeUrl(url, this.#startUrl), this.#secrets);
  }
}
