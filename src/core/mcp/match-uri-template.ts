/** Longer addresses are no template's. */
const MOST_UNITS = 4096;

/**
 * Whether an address may be one of a template (RFC 6570): what stands between its expressions is there, in order. What an expression
 * may be is left to the server that reads it; so is which of two templates is meant where both fit. Takes linear time.
 */
export function compileUriTemplate(template: string): (uri: string) => boolean {
  const [first = '', ...rest] = template.split(/\{[^{}]*\}/);
  const last = rest.pop();
  if (last === undefined) return (uri) => uri === template;
  return (uri) => {
    if (uri.length > MOST_UNITS || uri.length < first.length + last.length) return false;
    if (!uri.startsWith(first) || !uri.endsWith(last)) return false;
    let at = first.length;
    const end = uri.length - last.length;
    for (const literal of rest) {
      const found = uri.indexOf(literal, at);
      if (found === -1 || found + literal.length > end) return false;
      at = found + literal.length;
    }
    return true;
  };
}
