import { setImmediate as turn } from 'node:timers/promises';
import type { Acted, Call } from '../../../contracts/adapter.ts';
import { expectCaught } from './expect-caught.ts';
import { afterAbort, afterEnd, changing } from './fault.ts';

expectCaught([
  {
    fault: 'ignores an abort',
    plant: (good) => ({ ...good, execute: (call) => good.execute({ ...call, signal: new AbortController().signal }) }),
    caughtBy: [
      'an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it',
      'a call that was aborted before it began does nothing',
    ],
  },
  {
    fault: 'throws when it is aborted',
    plant: changing((acted) => {
      if (acted.failure?.kind === 'cancelled') throw new Error('aborted');
      return acted;
    }),
    caughtBy: [
      'an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it',
      'a call that was aborted before it began does nothing',
    ],
  },
  {
    fault: 'says that what was aborted before it began is unknown',
    plant: changing((acted) => (acted.failure?.kind === 'cancelled' ? { ...acted, effect: 'unknown' } : acted)),
    caughtBy: ['a call that was aborted before it began does nothing'],
  },
  {
    fault: 'throws late, after an abort',
    plant: afterAbort(() => {
      throw new Error('too late');
    }),
    caughtBy: ['an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it'],
  },
  {
    fault: 'rejects late, after an abort, and nobody waits for it',
    plant: afterAbort(() => void Promise.reject(new Error('too late'))),
    caughtBy: ['an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it'],
  },
  {
    fault: 'tells progress of a call that was aborted',
    plant: afterAbort((call) => call.progress({ message: 'going on' })),
    caughtBy: ['an aborted call ends at once as `cancelled`, with its effect, and nothing more comes of it'],
  },
  {
    fault: 'answers, and then tells more',
    plant: afterEnd((call) => call.progress({ message: 'done, by the way' })),
    caughtBy: ['nothing more comes of a call that has ended'],
  },
  {
    fault: 'gives a call the result of the one before',
    plant: (good) => {
      let before: Acted | Promise<Acted> | undefined;
      let under = 0;
      return {
        ...good,
        execute: async (call) => {
          under += 1;
          const mine = good.execute(call);
          const given = under > 1 && before !== undefined ? before : mine;
          before = mine;
          await mine;
          under -= 1;
          return given;
        },
      };
    },
    caughtBy: ['each of many calls at once gets its own result and progress'],
  },
  {
    fault: 'tells its progress to whoever called last',
    plant: (good) => {
      let last: Call | undefined;
      return {
        ...good,
        execute: async (call) => {
          last = call;
          await turn();
          return good.execute({ ...call, progress: (progress) => last?.progress(progress) });
        },
      };
    },
    caughtBy: ['each of many calls at once gets its own result and progress'],
  },
]);
