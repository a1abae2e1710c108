/**
 * A matcher for a pattern in which `*` stands for any run of characters and everything else for itself. Not a regular
 * expression: one of many stars would take a client's text as long as it likes to say no to.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const [first = '', ...middle] = pattern.split('*');
  const last = middle.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    const end = text.length - last.length;
    let from = first.length;
    if (from > end || !text.startsWith(first) || !text.endsWith(last)) return false;
    for (const part of middle) {
      const at = text.indexOf(part, from);
      if (at === -1 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}
