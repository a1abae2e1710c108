import Type from 'typebox';
import { failure } from '../../../contracts/failure.ts';
import type { JsonValue } from '../../../contracts/json.ts';
import { expectCaught } from './expect-caught.ts';
import { before, changing, changingFulfilled, redeclaring } from './fault.ts';

expectCaught([
  {
    fault: 'lies about the payload it takes',
    plant: redeclaring(() => ({ payload: Type.Object({ letter: Type.String() }) })),
    caughtBy: [
      'the examples of its intents fit their own schemas',
      'a working call of every intent fits its payload schema and is fulfilled',
    ],
  },
  {
    fault: 'lies about the result it gives',
    plant: redeclaring(() => ({ result: Type.Object({ letters: Type.String() }) })),
    caughtBy: ['every result fits the schema that its intent declares'],
  },
  {
    fault: 'declares a schema that is none',
    plant: redeclaring(({ key }) => (key === 'box.write' ? { payload: { type: 'letter' } } : {})),
    caughtBy: [
      'it declares intents and resource types that the core can read',
      'the examples of its intents fit their own schemas',
      'a working call of every intent fits its payload schema and is fulfilled',
    ],
  },
  {
    fault: 'declares an intent twice',
    plant: (good) => ({ ...good, intents: [...good.intents, ...good.intents.slice(0, 1)] }),
    caughtBy: ['it declares intents and resource types that the core can read'],
  },
  {
    fault: 'gives an example that it does not know itself',
    plant: changing((acted, call) =>
      call.intentKey === 'box.write'
        ? { effect: 'none', failure: failure('payload_invalid', 'No such letter') }
        : acted,
    ),
    caughtBy: [
      'a working call of every intent fits its payload schema and is fulfilled',
      'without its upstream, every call is `adapter_unavailable` and did nothing',
    ],
  },
  {
    fault: 'gives a result that is no JSON',
    plant: (good) =>
      redeclaring(() => ({ result: Type.Unknown() }))(
        // `as`: the types would not let it through, and not every adapter is checked by them
        changingFulfilled((acted) => ({ ...acted, result: { ...Object(acted.result), at: new Date() } as JsonValue }))(
          good,
        ),
      ),
    caughtBy: ['every result is JSON'],
  },
  {
    fault: 'says that a read was applied',
    plant: changingFulfilled((acted) => ({ ...acted, effect: 'applied' })),
    caughtBy: ['effects are honest'],
  },
  {
    fault: 'says that nothing was done by what is unsafe and was fulfilled',
    plant: changingFulfilled((acted) => ({ ...acted, effect: 'none' })),
    caughtBy: ['effects are honest'],
  },
  {
    fault: 'changes something by a read',
    plant: before(async (call, good) => {
      if (call.intentKey === 'box.read') await good.execute({ ...call, intentKey: 'box.write' });
    }),
    caughtBy: ['an intent that reads changes nothing'],
  },
  {
    fault: 'tells progress that is none',
    plant: before((call) => call.progress({ message: `asking for ${call.payload.number}`, fraction: 50 })),
    caughtBy: ['progress fits the contract and is bounded'],
  },
  {
    fault: 'tells progress without end',
    plant: before((call) => {
      if (call.intentKey !== 'box.write') return;
      for (let told = 0; told < 20_000; told += 1) call.progress({ message: 'going on' });
    }),
    caughtBy: ['progress fits the contract and is bounded'],
  },
]);
