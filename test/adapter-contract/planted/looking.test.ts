import { expectCaught } from './expect-caught.ts';
import { changingLook } from './fault.ts';

expectCaught([
  {
    fault: 'looks and finds a state that it did not declare',
    plant: changingLook((observed) => ({ ...observed, state: 'half_mast' })),
    caughtBy: ['a look at every resource type gives a declared state'],
  },
  {
    fault: 'gives a sentence as the reason for a state',
    plant: changingLook((observed) => ({ ...observed, reason: 'The wind\r\nSet-Cookie: a=b' })),
    caughtBy: [
      'a look at every resource type gives a declared state',
      'a strange identifier is answered like any other',
    ],
  },
  {
    fault: 'throws at a strange identifier',
    plant: (good) => ({
      ...good,
      probe: (resource, call, signal) => {
        if (!/^\w+$/.test(resource.identifier)) throw new Error('What is that?');
        return good.probe(resource, call, signal);
      },
    }),
    caughtBy: ['a strange identifier is answered like any other'],
  },
  {
    fault: 'changes something by a look',
    plant: (good) => ({
      ...good,
      probe: async (resource, call, signal) => {
        await good.execute({ ...call, intentKey: 'box.write', payload: { number: 1 } });
        return good.probe(resource, call, signal);
      },
    }),
    caughtBy: ['a look changes nothing'],
  },
  {
    fault: 'goes on looking when its look is aborted',
    plant: (good) => ({
      ...good,
      probe: (resource, call) => good.probe(resource, call, new AbortController().signal),
    }),
    caughtBy: ['a look ends at once when its signal aborts'],
  },
]);
