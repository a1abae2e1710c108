import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    // Real browsers, servers and processes start inside the tests; a busy machine is slow to start them.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Several Chromium at once starve each other and turn deadlines into noise.
    maxWorkers: 2,
  },
});
