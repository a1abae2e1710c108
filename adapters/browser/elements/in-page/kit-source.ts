import { awaitReady, lookOnce, settleAt } from './await-ready.ts';
import { describe, nearby, selectorFor } from './describe-elements.ts';
import { childrenOf, findByCss, findByRole, findByText, pick, roots, searchRoots } from './find-elements.ts';
import { focusOn, focusToType, wayToFill } from './focus-field.ts';
import { fieldValueOf, hold, release } from './hold-element.ts';
import type { Kit } from './kit.ts';
import {
  coverAt,
  hiddenBy,
  isDisabled,
  isVisible,
  nextFrame,
  pointOf,
  scrollerOf,
  stateOf,
} from './look-at-elements.ts';
import { isSecret, nameOf, roleOf, safeHtmlOf, shownTextOf, textOf } from './name-elements.ts';
import { NATIVE_ROLES } from './native-roles.ts';
import { SECRET_FIELDS } from './secret-fields.ts';

const FUNCTIONS = {
  roots,
  searchRoots,
  childrenOf,
  findByCss,
  findByText,
  findByRole,
  pick,
  roleOf,
  nameOf,
  textOf,
  shownTextOf,
  safeHtmlOf,
  isSecret,
  isVisible,
  hiddenBy,
  isDisabled,
  stateOf,
  pointOf,
  coverAt,
  scrollerOf,
  describe,
  selectorFor,
  nearby,
  nextFrame,
  awaitReady,
  lookOnce,
  settleAt,
  hold,
  release,
  fieldValueOf,
  wayToFill,
  focusOn,
  focusToType,
} satisfies Omit<Kit, 'window' | 'holds' | 'roles' | 'secretFields'>;

/** Source of an expression that builds a `Kit` in the page; the holds survive from call to call in our own world. */
export const KIT_SOURCE = `{
  window: globalThis,
  holds: (globalThis.waybillHolds ??= new Map()),
  roles: ${JSON.stringify(NATIVE_ROLES)},
  secretFields: ${JSON.stringify(SECRET_FIELDS)},
  ${Object.entries(FUNCTIONS)
    .map(([name, source]) => `${name}: ${String(source)}`)
    .join(',\n')}
}`;
