import { distance } from 'fastest-levenshtein';
import type { Nearby } from './in-page/kit.ts';
import type { Selector } from './parse-selector.ts';

const MAX_CANDIDATES = 5;

/** What a client may have meant: a selector that works, and what it leads to. */
export type Candidate = {
  readonly selector: string;
  readonly role: string;
  readonly name: string;
  readonly state: string;
};

/** The words of a selector that the page's elements are compared with. */
export function wantedWords(selector: Selector): string {
  if (selector.by === 'css') return selector.css;
  return selector.by === 'text' ? selector.text : `${selector.role} ${selector.name ?? ''}`;
}

/** The nearest elements first; of equally near ones those that are visible, then those that have a role. */
export function rankCandidates(wanted: string, nearby: readonly Nearby[]): Candidate[] {
  const wantedTokens = tokens(wanted);
  const scored = nearby.map((element) => ({
    element,
    score: likeness(wantedTokens, tokens(`${element.words} ${element.name} ${element.role}`)),
  }));
  const rank = ({ state, role }: Nearby) => (state === 'hidden' ? 0 : 2) + (role === 'generic' ? 0 : 1);
  scored.sort((a, b) => b.score - a.score || rank(b.element) - rank(a.element));
  return scored
    .slice(0, MAX_CANDIDATES)
    .map(({ element: { selector, role, name, state } }) => ({ selector, role, name, state }));
}

/** 0 to 1: how well each wanted token is met by the closest token there is. */
function likeness(wanted: readonly string[], own: readonly string[]): number {
  if (wanted.length === 0 || own.length === 0) return 0;
  const best = wanted.map((token) => Math.max(...own.map((other) => similarity(token, other))));
  return best.reduce((sum, score) => sum + score, 0) / wanted.length;
}

function similarity(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length);
}

function tokens(text: string): string[] {
  const parts = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return [...new Set(parts)];
}
