import type { Acted } from '../../../contracts/adapter.ts';
import { failure } from '../../../contracts/failure.ts';
import { expectCaught } from './expect-caught.ts';
import { changing } from './fault.ts';

expectCaught([
  {
    fault: 'throws where its upstream is dead',
    plant: changing((acted) => {
      if (acted.failure?.details?.arrived === false) throw new Error('connect ECONNREFUSED');
      return acted;
    }),
    caughtBy: ['without its upstream, every call is `adapter_unavailable` and did nothing'],
  },
  {
    fault: 'calls a dead upstream a failure of its own',
    plant: changing((acted) =>
      acted.failure?.kind === 'adapter_unavailable'
        ? { ...acted, failure: failure('internal', 'Something broke') }
        : acted,
    ),
    caughtBy: [
      'without its upstream, every call is `adapter_unavailable` and did nothing',
      'an upstream that goes under a call fails it, without a promise',
    ],
  },
  {
    fault: 'says that nothing happened where its upstream went under a call',
    plant: changing((acted) => (acted.failure?.kind === 'adapter_unavailable' ? { ...acted, effect: 'none' } : acted)),
    caughtBy: ['an upstream that goes under a call fails it, without a promise'],
  },
  {
    fault: 'is well without its upstream',
    plant: (good) => ({ ...good, health: () => ({ status: 'healthy' }) }),
    caughtBy: ['without its upstream, its health says unhealthy'],
  },
  {
    fault: 'has given its upstream up for good once it was away',
    plant: (good) => {
      let lost: Acted | undefined;
      return {
        ...good,
        execute: async (call) => {
          const acted = lost ?? (await good.execute(call));
          if (acted.failure?.kind === 'adapter_unavailable') lost = acted;
          return acted;
        },
      };
    },
    caughtBy: ['it works again once its upstream is back'],
  },
  {
    fault: 'throws at an answer that makes no sense',
    plant: changing((acted) => {
      if (acted.failure?.kind === 'adapter_misbehaved') throw new SyntaxError('Unexpected token <');
      return acted;
    }),
    caughtBy: ['an answer that makes no sense is a failure, never a throw', 'an answer without end is cut off'],
  },
  {
    fault: 'takes nonsense for an answer',
    plant: changing((acted, call) =>
      acted.failure?.kind === 'adapter_misbehaved' && call.payload.path === '/garbage'
        ? { effect: 'none', result: { number: 1, letters: 0 } }
        : acted,
    ),
    caughtBy: ['an answer that makes no sense is a failure, never a throw'],
  },
  {
    fault: 'takes all that its upstream gives',
    plant: changing((acted, call) =>
      call.payload.path === '/flood' ? { effect: 'none', result: 'x'.repeat(17 * 1024 * 1024) } : acted,
    ),
    caughtBy: ['an answer without end is cut off'],
  },
  {
    fault: 'never says how it is',
    plant: (good) => ({ ...good, health: () => new Promise(() => {}) }),
    caughtBy: [
      'without its upstream, its health says unhealthy',
      'its health is told in time, and is good while all is well',
    ],
  },
  {
    fault: 'tells a secret in a message',
    plant: (good, _host, { key }) =>
      changing((acted) =>
        acted.failure?.kind === 'adapter_unavailable'
          ? { ...acted, failure: { ...acted.failure, message: `No box for ${key}` } }
          : acted,
      )(good),
    caughtBy: ['no secret of the options is told'],
  },
  {
    fault: 'logs a secret',
    plant: (good, host, { key }) => {
      host.log.info({ headers: { 'x-key': key } }, 'opened');
      return good;
    },
    caughtBy: ['no secret of the options is told'],
  },
]);
