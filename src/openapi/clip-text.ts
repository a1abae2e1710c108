/** The first paragraph of a text in one line, cut where it goes on for too long. */
export function clipText(text: string, mostCharacters: number): string {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/);
  const line = paragraph.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).trimEnd()}…`;
}
