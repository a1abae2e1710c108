import type { Example } from '../example.ts';

export const example: Example = {
  domain: 'scan',
  open: async () => ({
    variables: {},
    steps: [
      {
        title: 'Sleep',
        intent: 'system.sleep',
        payload: { ms: 100, steps: 2 },
        expected: { status: 'fulfilled', result: { slept_ms: 100 } },
      },
    ],
    close: async () => {},
  }),
};
