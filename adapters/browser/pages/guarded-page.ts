import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { ignoreGone } from '../cdp/ignore-gone.ts';
import type { DialogPolicy } from '../dialog-policy.ts';
import { guardDocuments, type RefusedDocument } from '../guard/guard-documents.ts';
import type { NavigationPolicy, Refusal } from '../guard/navigation-policy.ts';
import { AttachedPage } from './attached-page.ts';
import { IsolatedWorld } from './isolated-world.ts';

export interface OpenDialog {
  readonly type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
}

/** What an act wants to know of its page while it runs. */
export interface PageWatcher {
  onRefusedDocument(refused: RefusedDocument): void;
  onDialog(dialog: OpenDialog): void;
  onNewPage(page: GuardedPage): void;
  onGone(): void;
}

/**
 * One page that this process is attached to. It is guarded for as long as it is attached: also between two acts, also
 * while several requests use it.
 */
export class GuardedPage {
  readonly targetId: string;
  readonly session: CdpSession;
  readonly world: IsolatedWorld;
  /** Resolves once no document can slip past the policy. */
  readonly guarded: Promise<void>;
  /** Resolves once the page answers, too; a page that a dialog blocks never does. */
  readonly ready: Promise<void>;
  readonly #connection: CdpConnection;
  readonly #policy: NavigationPolicy;
  readonly #watchers = new Set<PageWatcher>();
  #turn: Promise<void> = Promise.resolve();
  #url = 'about:blank';
  #dialog: OpenDialog | undefined;
  #gone = false;
  #crashed = false;
  /** The answer that was refused for where it came from; its document is never shown to an act. */
  #refusedAnswer: Refusal | undefined;

  constructor(connection: CdpConnection, sessionId: string, targetId: string, policy: NavigationPolicy) {
    this.targetId = targetId;
    this.session = connection.session(sessionId);
    this.world = new IsolatedWorld(this.session, targetId);
    this.#connection = connection;
    this.#policy = policy;
    this.#listen();
    // First of all: it must be on before a dialog opens, or no one can ever answer it.
    const told = this.session.send('Page.enable');
    this.guarded = guardDocuments(
      this.session,
      (childId) => connection.session(childId),
      policy,
      (refused) => this.#tellRefused(refused),
      targetId,
    );
    this.ready = this.#start(told);
    ignoreGone(this.ready);
  }

  /** Address of the document in the main frame. */
  get url(): string {
    return this.#url;
  }

  /** The dialog that is open now, as far as this session saw it open. */
  get dialog(): OpenDialog | undefined {
    return this.#dialog;
  }

  /** Whether the process of the page has died: it answers nothing until it is sent to an address. */
  get isCrashed(): boolean {
    return this.#crashed;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /** Why nothing may be done on the document that is there. */
  get refusal(): Refusal | undefined {
    return this.#policy.refuseToStay(this.#url);
  }

  /** The page in the hands of one request, which releases it. */
  lendTo(signal: AbortSignal): AttachedPage {
    return new AttachedPage(this.targetId, this.session, this.world, signal);
  }

  watch(watcher: PageWatcher): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Answers the open dialog; one that another session has answered meanwhile needs no answer. */
  answerDialog(policy: DialogPolicy | undefined): void {
    const accept = policy?.action === 'accept';
    const promptText = accept ? policy.text : undefined;
    const answer = promptText === undefined ? { accept } : { accept, promptText };
    ignoreGone(this.session.send('Page.handleJavaScriptDialog', answer));
  }

  /** Waits until the acts before have ended; the returned function ends one's own turn. */
  async takeTurn(): Promise<() => void> {
    const before = this.#turn;
    let end = () => {};
    this.#turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  close(): void {
    ignoreGone(this.#connection.browser.send('Target.closeTarget', { targetId: this.targetId }));
  }

  /** A page that this one opened, already attached and guarded. */
  announceNewPage(page: GuardedPage): void {
    for (const watcher of this.#watchers) watcher.onNewPage(page);
  }

  markGone(): void {
    this.#gone = true;
    for (const watcher of this.#watchers) watcher.onGone();
  }

  async #start(told: Promise<void>): Promise<void> {
    const [tree] = await Promise.all([
      this.session.send('Page.getFrameTree'),
      told,
      this.guarded,
      this.session.send('Runtime.enable'),
      this.session.send('Inspector.enable'),
      // A page behind another tab hardly draws, and waits a second for what takes a page in front a few milliseconds.
      this.session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ]);
    this.#url = tree.frameTree.frame.url;
  }

  #listen(): void {
    const { session } = this;
    session.on('Inspector.targetCrashed', () => {
      this.#crashed = true;
    });
    session.on('Inspector.targetReloadedAfterCrash', () => {
      this.#crashed = false;
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#arrive(frame.url);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.targetId) this.#url = url;
    });
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      this.#dialog = { type };
      for (const watcher of this.#watchers) watcher.onDialog(this.#dialog);
    });
    session.on('Page.javascriptDialogClosed', () => {
      this.#dialog = undefined;
    });
    session.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type !== 'Document' || frameId !== this.targetId) return;
      const refusal = this.#policy.refuseRemote(response.url, response.remoteIPAddress);
      if (refusal === undefined) return;
      this.#refusedAnswer = refusal;
      this.#tellRefused({ refusal, frameId });
    });
  }

  #arrive(url: string): void {
    this.#url = url;
    const refused = this.#refusedAnswer;
    this.#refusedAnswer = undefined;
    const refusal = refused ?? this.#policy.refuseToStay(url);
    if (refusal === undefined) return;
    if (refused === undefined) this.#tellRefused({ refusal, frameId: this.targetId });
    // Its address may be an allowed one, so that the next act would find nothing wrong with it.
    ignoreGone(this.session.send('Page.navigate', { url: 'about:blank' }));
  }

  #tellRefused(refused: RefusedDocument): void {
    for (const watcher of this.#watchers) watcher.onRefusedDocument(refused);
  }
}
