import { expect, test } from 'vitest';
import { judgeSoak } from '../../bench/load/judge-soak.ts';

const MIB = 1_048_576;
const samples = (rssMib: (index: number) => number, handles: (index: number) => number) =>
  Array.from({ length: 60 }, (_, index) => ({
    atSeconds: index,
    rssBytes: rssMib(index) * MIB,
    handles: handles(index),
  }));

test.for([
  { because: 'nothing changes', rss: () => 100, handles: () => 30, after: 20, says: [] },
  {
    because: 'it grows while it warms up',
    rss: (at: number) => Math.min(200, 50 + at * 10),
    handles: () => 30,
    after: 20,
    says: [],
  },
  {
    because: 'garbage comes and goes',
    rss: (at: number) => 100 + (at % 5) * 10,
    handles: () => 30,
    after: 20,
    says: [],
  },
  { because: 'it leaks', rss: (at: number) => 100 + at, handles: () => 30, after: 20, says: ['memory grew'] },
  { because: 'sockets stay open', rss: () => 100, handles: (at: number) => 20 + at, after: 20, says: ['handles grew'] },
  { because: 'some stay for good', rss: () => 100, handles: () => 30, after: 21, says: ['21 handles'] },
])('a soak where $because is judged: $says', ({ rss, handles, after, says }) => {
  const faults = judgeSoak(samples(rss, handles), 20, after);
  expect(faults.map((fault, index) => fault.startsWith(says[index] ?? ' '))).toEqual(says.map(() => true));
});
