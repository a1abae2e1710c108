import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessOptions } from '../../adapters/process/process-options.ts';
import { openTestProcess } from './open-test-process.ts';

/** Each says what it would do where it were read as anything but text. */
const VALUES: readonly (readonly [string, string])[] = [
  ['shell metacharacters', '; touch owned | tee owned && $(touch owned) `touch owned` > owned * ? ~'],
  ['quotes of both kinds', `it's "quoted" '`],
  ['Tcl brackets', '[exec touch owned]'],
  ['Tcl dollars', '$env(HOME) $' + '{HOME} $x'],
  ['a semicolon and a new command of Tcl', 'a; exec touch owned'],
  ['braces without a partner', '}{ {a} }}'],
  ['a closing brace and a command', '} ; exec touch owned ; {'],
  ['a backslash at the end', 'C:\\temp\\'],
  ['a comment sign first', '# no comment'],
  ['an expansion of Tcl', '{*}{a b}'],
  ['line breaks', 'first\nexec touch owned\r\nthird\n'],
  ['spaces and tabs around', '  \t a  b \t '],
  ['a template', '{{ payload.other }} {{ "x" }}'],
  ['a variable of the configuration', '$' + '{WAYBILL_SECRET}'],
  ['unicode', 'ünïcödé 中文 😀 \u2028 e\u0301 \ufeff'],
  ['control characters', '\u0001\u001b[31m\u007f'],
  ['nothing at all', ''],
  ['a path upwards', '../../etc/passwd'],
  ['escapes of Tcl', '\\u0041 \\x41 \\n'],
  ['an octal number', '010'],
  ['a word that could be a number', '1e3'],
];

const PAYLOAD = { type: 'object', additionalProperties: true };
const CAT: ProcessOptions['intents'] = {
  'tool.argument': {
    effect: 'read',
    payload: PAYLOAD,
    arguments: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', '{{ payload.value }}'],
    output: 'json',
  },
  'tool.stdin': {
    effect: 'read',
    payload: PAYLOAD,
    arguments: ['-e', 'process.stdin.pipe(process.stdout)'],
    stdin: { value: '{{ payload.value }}', text: '<{{ payload.value }}>' },
    output: 'json',
  },
};

describe('A value arrives as it is', () => {
  test.for(VALUES)('as an argument and in JSON: %s', async ([, value]) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
    const { act } = await openTestProcess({ command: process.execPath, intents: CAT }, folder);
    expect(await act('tool.argument', { value })).toEqual({ effect: 'none', result: [value] });
    expect(await act('tool.stdin', { value })).toEqual({ effect: 'none', result: { value, text: `<${value}>` } });
    expect(readdirSync(folder)).toEqual([]);
  });

  // Tcl writes the code points of a value, so that nothing between it and the test can hide a change.
  const script = (word: string) =>
    `set out {}\nforeach c [split ${word} {}] {lappend out [scan $c %c]}\nputs "\\[[join $out ,]\\]"`;
  const tcl = (text: string, from: 'stdin' | 'file', locale: string): Omit<ProcessOptions, 'directory'> => ({
    command: 'tclsh',
    environment: { LC_ALL: locale },
    intents: {
      'tcl.run': {
        effect: 'read',
        payload: PAYLOAD,
        arguments: from === 'file' ? ['{{ tcl_file }}'] : [],
        tcl: { script: text, from },
        output: 'json',
      },
    },
  });
  const PLACES: readonly (readonly [string, string])[] = [
    ['a word', script('{{ payload.value }}')],
    ['a part of a word', script('<{{ payload.value }}>')],
    ['a part of quotes', script('"<{{ payload.value }}>"')],
    ['the body of a command', `if {1} {\n${script('{{ payload.value }}')}\n}`],
    ['a list', script('[lindex [list {{ [payload.value, payload.value] }} x] 0 1]')],
  ];

  test.for(VALUES)('in a Tcl script, wherever it stands: %s', async ([, value]) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-process-'));
    for (const [place, text] of PLACES) {
      const from = place === 'a word' ? 'file' : 'stdin';
      const { act } = await openTestProcess(tcl(text, from, 'C'), folder);
      const acted = await act('tcl.run', { value });
      const expected = text.includes('<') ? `<${value}>` : value;
      const points = [...expected].map((character) => character.codePointAt(0));
      expect(acted, place).toEqual({ effect: 'none', result: points });
      mkdirSync(folder, { recursive: true });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('from Tcl too, in any locale', async () => {
    const { act } = await openTestProcess({
      command: 'tclsh',
      environment: { LC_ALL: 'C' },
      intents: {
        'tcl.say': { effect: 'read', payload: PAYLOAD, tcl: { script: 'puts -nonewline {{ payload.value }}' } },
      },
    });
    expect(await act('tcl.say', { value: 'ü 中 😀' })).toEqual({ effect: 'none', result: 'ü 中 😀' });
  });
});

describe('Refused before anything runs is', () => {
  const REFUSED: readonly (readonly [string, string, string])[] = [
    ['a NUL in an argument', 'tool.open', 'a\0b'],
    ['half of a character in an argument', 'tool.open', 'a\ud83d'],
    ['an option where there is no "--" before it', 'tool.open', '--output=owned'],
    ['a hyphen', 'tool.open', '-'],
    ['a NUL in a Tcl word', 'tool.tcl', 'a\0b'],
    ['half of a character in a Tcl word', 'tool.tcl', '\udc00'],
  ];
  test.for(REFUSED)('%s', async ([, intent, value]) => {
    const { act } = await openTestProcess({
      command: 'echo',
      intents: {
        'tool.open': { effect: 'unsafe', payload: PAYLOAD, arguments: ['{{ payload.value }}'] },
        'tool.tcl': { effect: 'unsafe', payload: PAYLOAD, tcl: { script: 'puts {{ payload.value }}' } },
      },
    });
    expect(await act(intent, { value })).toMatchObject({ effect: 'none', failure: { kind: 'payload_invalid' } });
  });

  test('an argument that is longer than the system takes', async () => {
    const { act } = await openTestProcess({
      command: 'echo',
      intents: { 'tool.say': { effect: 'unsafe', payload: PAYLOAD, arguments: ['{{ payload.value }}'] } },
    });
    expect(await act('tool.say', { value: 'x'.repeat(300_000) })).toMatchObject({
      effect: 'none',
      failure: { kind: 'payload_invalid', message: expect.stringContaining('longer') },
    });
  });
});
