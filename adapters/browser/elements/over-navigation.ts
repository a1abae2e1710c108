import { setTimeout as sleep } from 'node:timers/promises';
import { CdpError } from '../cdp/cdp-error.ts';

/** Chromium's words for a call whose document went away while it ran. */
const DOCUMENT_GONE = /context was destroyed|Cannot find context|navigated or closed|Promise was collected/u;

/** Repeats a call that changes nothing while navigations take the document away under it. */
export async function overNavigation<T>(look: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!isDocumentGone(error)) throw error;
      await sleep(10);
    }
  }
}

function isDocumentGone(error: unknown): boolean {
  return error instanceof CdpError && error.reason === 'refused' && DOCUMENT_GONE.test(error.message);
}
