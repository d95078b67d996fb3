import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Worker threads start from TypeScript sources here, which Node 20 cannot load by itself.
    execArgv: ['--import', 'tsx'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
