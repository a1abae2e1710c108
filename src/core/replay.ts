/** The end of a request that was answered before: what the first one was answered, and under which HTTP status. */
export interface Replay {
  readonly replayed: string;
  readonly http: number;
}

export function isReplay(end: object): end is Replay {
  return 'replayed' in end;
}
