import type { AdapterSubject } from '../adapter-subject.ts';
import { onBench, show } from '../bench.ts';
import type { ContractCase } from '../contract-case.ts';

const MOST_DETAIL_UNITS = 1000;

export function healthCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    {
      name: 'its health is told in time, and is good while all is well',
      run: () =>
        onBench(subject, async (bench) => {
          const health = await bench.health();
          if (health.status !== 'healthy') throw new Error(`Expected the status healthy, found ${show(health)}`);
          const { length } = health.detail ?? '';
          if (length > MOST_DETAIL_UNITS)
            throw new Error(`Expected a detail of at most ${MOST_DETAIL_UNITS} characters, found ${length}`);
        }),
    },
  ];
}
