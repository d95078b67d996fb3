import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Worker threads start from TypeScript sources here, which Node 20 cannot load by itself.
    execArgv: ['--import', 'tsx'],
    // Some suites break real servers under load; on CI's shared cores one of them may be starved once.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
