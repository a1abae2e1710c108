/**
 * An element's description for messages: `button#save` for `button#save "Save for hunter2"`. Messages reach the log, and
 * what a page shows may be the password that it was just sent; `details` do not, and hold the whole of it.
 */
export function withoutText(description: string | null): string {
  return description === null ? 'an element' : description.replace(/ ".*$/su, '');
}
