import type { PageAction } from '../page-action.ts';
import { defineBatch } from './batch.ts';
import { CLICK } from './click.ts';
import { HOVER } from './hover.ts';
import { INPUT } from './input.ts';
import { LOGIN_WITH_PASSWORD } from './login-with-password.ts';
import { PRESS } from './press.ts';
import { READ } from './read-element.ts';
import { SCREENSHOT } from './screenshot.ts';
import { SCROLL } from './scroll.ts';
import { SELECT } from './select.ts';
import { SNAPSHOT } from './snapshot.ts';
import { UPLOAD_FILE } from './upload-file.ts';

const STEPS = [CLICK, INPUT, SELECT, PRESS, HOVER, SCROLL, UPLOAD_FILE, SCREENSHOT, SNAPSHOT, READ];

/** Everything that can be done on one open page; `others` are actions from elsewhere that a batch may hold as well. */
export function elementActions(others: readonly PageAction[]): readonly PageAction[] {
  const steps = [...others, ...STEPS];
  return [...steps, defineBatch(steps), LOGIN_WITH_PASSWORD];
}
