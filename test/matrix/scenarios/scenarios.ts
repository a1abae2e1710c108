import type { Good } from '../../http/sheets/bad-request.ts';
import type { Scenario } from '../scenario.ts';
import { ADMITTED } from './admitted.ts';
import { FULFILLED } from './fulfilled.ts';
import { MEANWHILE } from './meanwhile.ts';
import { refused } from './refused.ts';

/** The one list that every transport is held to. */
export function scenarios(good: Good): readonly Scenario[] {
  return [...FULFILLED, ...refused(good), ...ADMITTED, ...MEANWHILE];
}
