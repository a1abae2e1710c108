export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a service exposes at /metrics: samples by name. */
export async function scrape(origin: string): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const response = await fetch(`${origin}/metrics`);
  const samples = new Map<string, Sample[]>();
  for (const line of (await response.text()).split('\n')) {
    const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text] as const);
    samples.set(name, [...(samples.get(name) ?? []), { labels: Object.fromEntries(pairs), value: Number(value) }]);
  }
  return samples;
}
