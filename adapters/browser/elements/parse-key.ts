import { MODIFIERS, type Modifier } from './mouse.ts';

/** One key as CDP's `Input.dispatchKeyEvent` wants it. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What the key types; left out where it types nothing. */
  readonly text?: string;
  readonly modifiers: readonly Modifier[];
}

type KeyFacts = Omit<KeyPress, 'modifiers'>;

/** Keys by name: UI Events `key`, `code`, and Windows virtual key codes, which pages read as `keyCode`. */
const NAMED: Readonly<Record<string, KeyFacts>> = Object.fromEntries(
  (
    [
      ['Backspace', 8],
      ['Tab', 9],
      ['Enter', 13, '\r'],
      ['Escape', 27],
      ['PageUp', 33],
      ['PageDown', 34],
      ['End', 35],
      ['Home', 36],
      ['ArrowLeft', 37],
      ['ArrowUp', 38],
      ['ArrowRight', 39],
      ['ArrowDown', 40],
      ['Insert', 45],
      ['Delete', 46],
      ['ContextMenu', 93],
      ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, 112 + index] as const),
    ] as const
  ).map(([key, windowsVirtualKeyCode, text]) => [
    key,
    { key, code: key, windowsVirtualKeyCode, ...(text === undefined ? {} : { text }) },
  ]),
);

const MODIFIER_KEYS: Readonly<Record<Modifier, KeyFacts>> = {
  Shift: { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 },
  Control: { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 },
  Alt: { key: 'Alt', code: 'AltLeft', windowsVirtualKeyCode: 18 },
  Meta: { key: 'Meta', code: 'MetaLeft', windowsVirtualKeyCode: 91 },
};

/** The punctuation keys of a US keyboard: code, virtual key code, plain and shifted character. */
const PUNCTUATION = [
  ['Semicolon', 186, ';', ':'],
  ['Equal', 187, '=', '+'],
  ['Comma', 188, ',', '<'],
  ['Minus', 189, '-', '_'],
  ['Period', 190, '.', '>'],
  ['Slash', 191, '/', '?'],
  ['Backquote', 192, '`', '~'],
  ['BracketLeft', 219, '[', '{'],
  ['Backslash', 220, '\\', '|'],
  ['BracketRight', 221, ']', '}'],
  ['Quote', 222, "'", '"'],
] as const;
const SHIFTED_DIGITS = ')!@#$%^&*(';

const NAMES_BY_LOWER_CASE = new Map(
  [...Object.keys(NAMED), ...MODIFIERS, 'Space'].map((name) => [name.toLowerCase(), name]),
);

/** Reads `Enter`, `a`, `Control+A`, `Shift+Tab`; a string says why it cannot be read. */
export function parseKey(text: string): KeyPress | string {
  // The plus key itself: `+`, `Control++`.
  const parts = text.endsWith('+') ? [...text.slice(0, -1).split('+').filter(Boolean), '+'] : text.split('+');
  const name = parts.pop() ?? '';
  const modifiers: Modifier[] = [];
  for (const part of parts) {
    const modifier = MODIFIERS.find((known) => known === part);
    if (modifier === undefined) return `${JSON.stringify(part)} is no modifier: use ${MODIFIERS.join(', ')}`;
    modifiers.push(modifier);
  }
  const facts = keyFacts(name);
  if (facts === undefined) return unknownKey(name);
  const { text: typed, ...silent } = facts;
  // With a command key held down a key types nothing.
  const types = typed !== undefined && !modifiers.some((modifier) => modifier !== 'Shift');
  if (!types) return { ...silent, modifiers };
  const isShifted = modifiers.includes('Shift') && typed.length === 1;
  return isShifted
    ? { ...silent, key: shifted(facts.key), text: shifted(typed), modifiers }
    : { ...silent, text: typed, modifiers };
}

/** The facts of one character as a keyboard types it; a character that no key has is sent as text only. */
export function characterKey(character: string): KeyFacts {
  if (character === '\n' || character === '\r') return NAMED.Enter ?? plain(character);
  return keyFacts(character) ?? plain(character);
}

function plain(character: string): KeyFacts {
  return { key: character, code: '', windowsVirtualKeyCode: 0, text: character };
}

function keyFacts(name: string): KeyFacts | undefined {
  const modifier = MODIFIERS.find((known) => known === name);
  if (modifier !== undefined) return MODIFIER_KEYS[modifier];
  if (name === 'Space' || name === ' ') return { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' };
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  if (/^[A-Za-z]$/u.test(name)) {
    const upper = name.toUpperCase();
    return { key: name, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), text: name };
  }
  return digitFacts(name) ?? punctuationFacts(name);
}

function digitFacts(name: string): KeyFacts | undefined {
  if (name.length !== 1) return undefined;
  const digit = /\d/u.test(name) ? Number(name) : SHIFTED_DIGITS.indexOf(name);
  if (digit === -1) return undefined;
  return { key: name, code: `Digit${digit}`, windowsVirtualKeyCode: 48 + digit, text: name };
}

function punctuationFacts(name: string): KeyFacts | undefined {
  const row = PUNCTUATION.find(([, , lower, upper]) => lower === name || upper === name);
  return row === undefined ? undefined : { key: name, code: row[0], windowsVirtualKeyCode: row[1], text: name };
}

function shifted(character: string): string {
  if (/\d/u.test(character)) return SHIFTED_DIGITS[Number(character)] ?? character;
  return PUNCTUATION.find(([, , lower]) => lower === character)?.[3] ?? character.toUpperCase();
}

function unknownKey(name: string): string {
  const known = NAMES_BY_LOWER_CASE.get(name.toLowerCase());
  const hint = known === undefined ? 'use one character or a name such as Enter, Tab, ArrowDown, F5' : `use ${known}`;
  return `${JSON.stringify(name)} is no key: ${hint}`;
}
