/** Whether a name fits one of the patterns, in which * stands for anything. */
export function compileGlobs(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const globs = patterns
    .filter((pattern) => pattern.includes('*'))
    .map((pattern) =>
      pattern.split(/\*+/).filter((part, at, parts) => part !== '' || at === 0 || at === parts.length - 1),
    );
  return (name) => exact.has(name) || globs.some((parts) => fits(name, parts));
}

/** The parts in their order, the first at the start and the last at the end: no pattern takes longer than it is long. */
function fits(name: string, [first = '', ...parts]: readonly string[]): boolean {
  const last = parts.pop() ?? '';
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
