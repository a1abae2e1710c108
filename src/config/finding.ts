export type ConfigPath = readonly (string | number)[];

/** A problem by its path in the configuration, before it is given a file, line and column. */
export interface Finding {
  readonly path: ConfigPath;
  /** Whether the key itself is wrong, or what stands behind it. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
}

/** A finding; a hint that is undefined is left out. */
export function finding(path: ConfigPath, at: Finding['at'], message: string, hint?: string): Finding {
  return hint === undefined ? { path, at, message } : { path, at, message, hint };
}

/** JSON pointer (RFC 6901) of a path. */
export function pointerOf(path: ConfigPath): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
