import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Suites that start services, servers, processes or threads. */
const SERVICE = ['api', 'budget', 'cli', 'contract', 'external', 'listeners', 'pool', 'store'];
/** Suites that break servers, load them, or take long; and generated cases, all of them. */
const FAULTS = ['faults'];
const GENERATED = ['fuzz'];

const suites = (folders: readonly string[]): string[] =>
  folders.map((folder) => `test/${folder}/**/*.test.ts`);
const built = (module: string): string => fileURLToPath(new URL(`dist/src/${module}`, import.meta.url));

/** Threads of the program are started as it is shipped; Node 20 cannot load their TypeScript by itself. */
const alias = [{ find: /^(?:\.\.?\/)+worker-module\.ts$/, replacement: built('worker-module.js') }];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: suites([...SERVICE, ...FAULTS]),
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'service',
          include: suites(SERVICE),
          execArgv: ['--import', 'tsx'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'faults',
          include: suites([...FAULTS, ...GENERATED]),
          env: { FULL_RUNS: '1' },
          execArgv: ['--import', 'tsx'],
          // What breaks under load on a shared machine is tried once more.
          retry: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
