/** Words that an expression can't call a member by. */
const RESERVED = [
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'namespace',
  'null',
  'package',
  'return',
  'true',
  'var',
  'void',
  'while',
];

/** CEL for a member that is there. */
export function memberOf(object: string, name: string): string {
  return isPlain(name) ? `${object}.${name}` : `${object}[${quote(name)}]`;
}

/** CEL for a member that may not be there, and is left out then. */
export function optionalMemberOf(object: string, name: string): string {
  return isPlain(name) ? `${object}.?${name}` : `${object}[?${quote(name)}]`;
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.includes(name);
}

/** A text of CEL; braces are escaped, as two of them would end the template that it stands in. */
function quote(name: string): string {
  return JSON.stringify(name).replaceAll('{', '\\x7b').replaceAll('}', '\\x7d');
}
