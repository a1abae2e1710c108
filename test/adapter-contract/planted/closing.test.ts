import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { expectCaught } from './expect-caught.ts';
import { before } from './fault.ts';

expectCaught([
  {
    fault: 'throws when it is closed a second time',
    plant: (good) => {
      let isClosed = false;
      const close = async (): Promise<void> => {
        if (isClosed) throw new Error('closed already');
        isClosed = true;
        await good.close();
      };
      return { ...good, close };
    },
    caughtBy: ['it closes, and a second time without doing anything'],
  },
  {
    fault: 'never ends closing',
    plant: (good) => ({ ...good, close: () => good.close().then(() => new Promise(() => {})) }),
    caughtBy: ['it closes, and a second time without doing anything'],
  },
  {
    fault: 'leaves a timer behind when it opens',
    plant: (good) => {
      const timer = setInterval(() => {}, 1000);
      onTestFinished(() => clearInterval(timer));
      return good;
    },
    caughtBy: ['closing releases everything', 'it can be closed as soon as it is open'],
  },
  {
    fault: 'leaves a heartbeat behind that nothing waits for',
    plant: (good) => {
      const timer = setInterval(() => {}, 1000).unref();
      onTestFinished(() => clearInterval(timer));
      return good;
    },
    caughtBy: ['closing releases everything', 'it can be closed as soon as it is open'],
  },
  {
    fault: 'leaves a socket behind when it acts',
    plant: (good, _host, { origin }) =>
      before(() => connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {}))(good),
    caughtBy: ['closing releases everything'],
  },
  {
    fault: 'leaves a process behind when it acts',
    plant: before(() => {
      const child = spawn('sleep', ['600'], { stdio: 'ignore' });
      child.unref();
      onTestFinished(() => void child.kill('SIGKILL'));
    }),
    caughtBy: ['closing releases everything'],
  },
  {
    fault: 'lets calls go on when it is closed',
    plant: (good) => {
      let isClosed = false;
      return {
        ...good,
        execute: async (call) => {
          const acted = await good.execute(call);
          if (isClosed && call.intentKey === 'box.hold') await once(call.signal, 'abort');
          return acted;
        },
        close: async () => {
          isClosed = true;
          await good.close();
        },
      };
    },
    caughtBy: ['closing ends the calls that are under way'],
  },
  {
    fault: 'throws at what is called after closing',
    plant: (good) => {
      let isClosed = false;
      return {
        ...good,
        execute: (call) => {
          if (isClosed) throw new Error('closed');
          return good.execute(call);
        },
        close: async () => {
          isClosed = true;
          await good.close();
        },
      };
    },
    caughtBy: ['what is called after closing is answered, not thrown'],
  },
]);
