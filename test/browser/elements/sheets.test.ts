import { describe, expect, test } from 'vitest';
import { rankCandidates } from '../../../adapters/browser/elements/candidates.ts';
import { matchUrl } from '../../../adapters/browser/elements/match-url.ts';
import { outlineTree } from '../../../adapters/browser/elements/outline-tree.ts';
import { characterKey, parseKey } from '../../../adapters/browser/elements/parse-key.ts';
import { parseSelector } from '../../../adapters/browser/elements/parse-selector.ts';
import { readPngSize } from '../../../adapters/browser/elements/read-png-size.ts';
import { truncateBytes } from '../../../adapters/browser/elements/truncate-bytes.ts';

describe('a selector', () => {
  test.for([
    ['#login-btn', { by: 'css', css: '#login-btn' }],
    ['css=a > b', { by: 'css', css: 'a > b' }],
    ['text=Sign in', { by: 'text', text: 'Sign in', exact: false }],
    ['text="Sign   in"', { by: 'text', text: 'Sign in', exact: true }],
    ["text='It'", { by: 'text', text: 'It', exact: true }],
    ['role=button', { by: 'role', role: 'button', name: null, exact: false }],
    ['role=button[name="Sign in"]', { by: 'role', role: 'button', name: 'Sign in', exact: true }],
    ['role=link[ name = help ]', { by: 'role', role: 'link', name: 'help', exact: false }],
    ['role=button[name="a]b"]', { by: 'role', role: 'button', name: 'a]b', exact: true }],
    ['', 'the selector is empty'],
    ['css=', 'the selector is empty'],
    ['text=', 'text= needs the text to look for'],
    ['text=""', 'text= needs the text to look for'],
    ['role=', 'role= needs a role in lower case, and at most one [name="…"] after it'],
    ['role=button[level=2]', 'role= needs a role in lower case, and at most one [name="…"] after it'],
    ['xpath=//a', 'XPath is not supported'],
    ['//a', 'XPath is not supported'],
  ] as const)('%s reads as %j', ([text, parsed]) => {
    expect(parseSelector(text)).toEqual(parsed);
  });
});

describe('a key', () => {
  test.for([
    ['Enter', { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r', modifiers: [] }],
    ['a', { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a', modifiers: [] }],
    ['A', { key: 'A', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'A', modifiers: [] }],
    ['Shift+a', { key: 'A', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'A', modifiers: ['Shift'] }],
    ['Shift+1', { key: '!', code: 'Digit1', windowsVirtualKeyCode: 49, text: '!', modifiers: ['Shift'] }],
    ['?', { key: '?', code: 'Slash', windowsVirtualKeyCode: 191, text: '?', modifiers: [] }],
    ['+', { key: '+', code: 'Equal', windowsVirtualKeyCode: 187, text: '+', modifiers: [] }],
    ['Control++', { key: '+', code: 'Equal', windowsVirtualKeyCode: 187, modifiers: ['Control'] }],
    ['Control+A', { key: 'A', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: ['Control'] }],
    ['Shift+Tab', { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: ['Shift'] }],
    ['Space', { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ', modifiers: [] }],
    ['F12', { key: 'F12', code: 'F12', windowsVirtualKeyCode: 123, modifiers: [] }],
    ['Shift', { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, modifiers: [] }],
    ['enter', '"enter" is no key: use Enter'],
    ['Return', '"Return" is no key: use one character or a name such as Enter, Tab, ArrowDown, F5'],
    ['Ctrl+A', '"Ctrl" is no modifier: use Alt, Control, Meta, Shift'],
    ['constructor', '"constructor" is no key: use one character or a name such as Enter, Tab, ArrowDown, F5'],
  ] as const)('%s reads as %j', ([text, parsed]) => {
    expect(parseKey(text)).toEqual(parsed);
  });

  test('that no keyboard has is sent as the text that it types', () => {
    expect(characterKey('ö')).toEqual({ key: 'ö', code: '', windowsVirtualKeyCode: 0, text: 'ö' });
    expect(characterKey('\n')).toMatchObject({ key: 'Enter' });
  });
});

describe('an address', () => {
  const address = 'https://shop.example/cart/42?step=2#top';
  test.for([
    ['/cart/42', true],
    ['/cart/*', true],
    ['/cart', false],
    ['/cart/42?step=2', true],
    ['/cart/42?step=3', false],
    ['/cart/42#top', true],
    ['/*/42', true],
    ['https://shop.example/cart/42?step=2#top', true],
    ['https://shop.example/*', true],
    ['https://*/cart/*', true],
    ['https://other.example/*', false],
    ['*', true],
    ['*top*top*', false],
    ['shop.example', false],
  ] as const)('is matched by %s: %s', ([pattern, matches]) => {
    expect(matchUrl(pattern, address)).toBe(matches);
  });

  test('is matched in time whatever the pattern', () => {
    const startedMs = performance.now();
    expect(matchUrl(`${'*a'.repeat(2000)}b`, `https://${'a'.repeat(4000)}`)).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(200);
  });
});

test.for([
  ['äöü', 3, 'ä', true],
  ['äöü', 6, 'äöü', false],
  ['a😀', 4, 'a', true],
  ['', 1, '', false],
] as const)('%s cut to %i bytes is %s', ([text, maxBytes, cut, truncated]) => {
  expect(truncateBytes(text, maxBytes)).toEqual({ text: cut, truncated });
});

test('what is no PNG has no size', () => {
  expect(readPngSize(Buffer.from('GIF89a'))).toBeUndefined();
});

describe('candidates', () => {
  const element = (selector: string, name: string, role = 'button') => ({
    selector,
    role,
    name,
    state: 'visible_enabled' as const,
    words: selector.replace('#', ''),
  });
  const page = [
    element('#help', 'Help', 'link'),
    element('#login-button', 'Sign in'),
    element('#userName', 'User name', 'textbox'),
    element('#search', 'Search'),
  ];

  test.for([
    ['#login-btn', '#login-button'],
    ['#logn-buton', '#login-button'],
    ['button Sign in', '#login-button'],
    ['input[name=username]', '#userName'],
    ['.serch', '#search'],
  ] as const)('for %s begin with %s', ([wanted, nearest]) => {
    expect(rankCandidates(wanted, page)[0]?.selector).toBe(nearest);
  });

  test('are at most five', () => {
    const many = Array.from({ length: 9 }, (_, index) => element(`#b${index}`, `B ${index}`));
    expect(rankCandidates('#b', many)).toHaveLength(5);
  });

  test('prefer what is visible where both are equally near', () => {
    const hidden = { ...element('#login-a', 'Login'), state: 'hidden' as const };
    expect(rankCandidates('#login', [hidden, element('#login-b', 'Login')])[0]?.selector).toBe('#login-b');
  });
});

test('an outline of no nodes is empty', () => {
  expect(outlineTree([], new Set(), { maxNodes: 1, maxBytes: 1 })).toEqual({ text: '', nodes: 0, truncated: false });
});
