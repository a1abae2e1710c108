/** A matcher for a pattern in which `*` stands for any run of characters and everything else for itself. */
export function compileGlob(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*');
  const regexp = new RegExp(`^${source}$`, 's');
  return (text) => regexp.test(text);
}
