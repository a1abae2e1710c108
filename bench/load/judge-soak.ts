export interface Sample {
  readonly atSeconds: number;
  readonly rssBytes: number;
  readonly handles: number;
}

/** Code is compiled and buffers find their size in this part of the time: what grows afterwards leaks. */
const WARM_UP_SHARE = 1 / 3;
const MOST_GROWTH = 0.1;
/** Compared are the means of this part of the samples at either end: garbage comes and goes between two. */
const END_SHARE = 1 / 5;

/** What grew that should not have, a sentence each; empty: nothing did. */
export function judgeSoak(samples: readonly Sample[], handlesBefore: number, handlesAfter: number): readonly string[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const part = Math.max(1, Math.floor(warm.length * END_SHARE));
  const first = warm.slice(0, part);
  const last = warm.slice(-part);
  const rss = { before: mean(first, 'rssBytes'), after: mean(last, 'rssBytes') };
  const handles = { before: mean(first, 'handles'), after: mean(last, 'handles') };
  return [
    ...(rss.after > rss.before * (1 + MOST_GROWTH)
      ? [`memory grew from ${mebibytes(rss.before)} to ${mebibytes(rss.after)} after the warm-up`]
      : []),
    ...(handles.after > handles.before * (1 + MOST_GROWTH)
      ? [`handles grew from ${handles.before.toFixed(0)} to ${handles.after.toFixed(0)} after the warm-up`]
      : []),
    ...(handlesAfter > handlesBefore
      ? [`${handlesAfter} handles are open after the load, ${handlesBefore} were before it`]
      : []),
  ];
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

function mean(samples: readonly Sample[], key: 'rssBytes' | 'handles'): number {
  return samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length;
}
