/**
 * Whether a page's address is the wanted one. A pattern that starts with `/` is compared with the path, and with query
 * and fragment only where it names them; anything else with the whole address. `*` stands for any run of characters.
 */
export function matchUrl(pattern: string, address: string): boolean {
  if (!pattern.startsWith('/')) return matchWild(pattern, address);
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  const query = pattern.includes('?') ? search : '';
  const fragment = pattern.includes('#') ? hash : '';
  return matchWild(pattern, `${pathname}${query}${fragment}`);
}

/** Without regular expressions: many `*` would let a crafted address backtrack for ever. */
function matchWild(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}
