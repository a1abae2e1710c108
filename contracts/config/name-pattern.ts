/** What targets and guards may be called. */
export const NAME_PATTERN = '^[a-z][a-z0-9_-]{0,62}$';
