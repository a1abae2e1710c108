/** The code of an error of the system: `ENOENT`. */
export function errorCode(thrown: unknown): string {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code;
  throw thrown;
}

/** Nothing is there by that name. */
export function isAbsent(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}
