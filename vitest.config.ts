import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
// For the threads of this process.
import './test/support/optimize-late.ts';
import { StartersFirst } from './test/support/starters-first.ts';

/** Suites of the service and of its parts: they start services, servers or threads. */
const SERVICE = [
  'api',
  'api-client',
  'budget',
  'contract',
  'docs',
  'external',
  'listeners',
  'pool',
  'store',
  'telemetry',
  'threads',
];
/** Suites of the commands beside `platen serve`, which start programs and threads. All other folders are pure code. */
const COMMANDS = [
  'batch/local',
  'batch/objects',
  'batch/printer',
  'batch/run',
  'batch/service',
  'cli',
  'load',
  'renderer',
  'scripts',
  'studio',
];
/** A suite of `commands` among pure ones. */
const THREADS = 'test/batch/input/workbook-text.test.ts';
/** Suites whose outcome may depend on the HTTP driver or on the database below the service. */
const EITHER = [
  'test/api/**/*.test.ts',
  'test/api-client/service/**/*.test.ts',
  'test/cli/store-commands.test.ts',
];
/**
 * Suites of `api` whose outcome depends on neither: on the fallbacks they run with FULL_RUNS=1 alone, as each night.
 * `test/contract` tries drivers, stores and budgets by themselves, each of them in each run, and the recorded requests
 * show on both sides that what these suites expect arrives byte for byte.
 */
const NEITHER = [
  // Findings and results of the engine, in answers.
  'test/api/{described-examples,equal-requests,hostile-data,library,pictures-as-values,print-costs}.test.ts',
  'test/api/{answers,printer-fonts,printer-profile,refused-labels,time-zone,validation}.test.ts',
  // Refusals of bodies that have come whole.
  'test/api/refused-bodies.test.ts',
  // Budgets in memory, and the pool.
  'test/api/{account-commands,budgets,busy,overload}.test.ts',
  // Pages that lie in memory.
  'test/api/pages.test.ts',
  // Suites that have the same database in each run, start neither, or try both drivers in each run.
  'test/api/{early-refusals,failed-start,failing-parts,other-schemas}.test.ts',
];
/** Suites that run the commands on the pages of `docs/`, and open the pages of the program in a browser. */
const PAGES = ['test/docs/{pages,studio-page}.test.ts', 'test/browser/**/*.test.ts'];
/** Pure suites that also run on the Node.js of the image in each CI run: bytes, numbers, compression, text, drawing. */
const SMOKE = ['bitmap', 'delimited', 'encode', 'golden', 'record', 'zpl'];
/** Suites that break servers, load them, or take long. */
const FAULTS = ['faults'];
/** The examples, which need compilers and interpreters of other languages. */
const EXAMPLES = ['examples'];
/**
 * Suites that take much and are of little that changes from day to day: packages, images and releases, and conversions
 * of hostile files. `.ci/unless-passed` says which files they are about.
 */
const HEAVY = [
  'test/api-client/package.test.ts',
  'test/cli/{convert-memory,nested-pdfs}.test.ts',
  'test/deploy/image.test.ts',
  'test/scripts/{cut-release,pack}.test.ts',
];
/** A suite among pure ones that takes much memory. */
const BOMBS = 'test/labelary/bombs.test.ts';
/**
 * Suites of faults that promise nothing within a second under load. They wait most of their time for clocks of the
 * program's own, so they run beside one another.
 */
const PATIENT = ['faults/api', 'faults/budget', 'faults/cli', 'faults/store'];
/** Suites of batches that are killed or stopped, and of printers that break off. They wait for clocks as well. */
const BATCH_FAULTS = ['faults/batch'];

/** Suites of what `deploy/lint.sh` renders, which runs them. */
const DEPLOYMENT = ['deploy/jobs'];

const suites = (folders: readonly string[]): string[] =>
  folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Threads of the program are started as it is shipped: Node 20 cannot load their TypeScript by itself. */
const built = fileURLToPath(new URL('dist/src/worker-module.js', import.meta.url));
const alias = [{ find: /^(?:\.\.?\/)+worker-module\.ts$/, replacement: built }];

const globalSetup = './test/support/servers.ts';

/**
 * Suites that wait for services and other processes now and then: so many files at a time keep two cores at work. Each
 * loads and warms up the program by itself.
 */
const SERVING = 3;
/** Files at a time of suites that wait for a browser, or for commands. */
const WAITING = 4;
/** Files at a time of suites that mostly wait for the clock. */
const SLEEPING = 4;

/** Settings that the suites of the service and of the commands share. */
const STARTING = {
  globalSetup,
  // Beside the one of all projects.
  setupFiles: ['./test/support/optimize-late.ts'],
  maxWorkers: SERVING,
  // One group, in which the last files of both run at the same time.
  sequence: { groupOrder: 1 },
};

/** Settings that all suites of faults share. */
const LONG = {
  globalSetup,
  // Beside the one of all projects.
  setupFiles: ['./test/faults/cluster/show-logs.ts'],
  // A starved machine gets a second try.
  retry: 1,
};

export default defineConfig({
  test: {
    // Ten times what the slowest takes, for machines that do much else: no promise of the program is kept by them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    setupFiles: './test/support/file-cost.ts',
    // A page that is missing fails its test; `-u` alone writes.
    update: 'none',
    isolate: false,
    sequence: { sequencer: StartersFirst },
    maxWorkers: 2,
    reporters: process.env['COSTS'] === '1' ? ['default', './test/support/dearest-files.ts'] : ['default'],
    // Later runs load modules that an earlier one has transformed.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...suites([...SERVICE, ...COMMANDS, ...EXAMPLES, ...FAULTS, ...DEPLOYMENT]),
            ...PAGES,
            ...HEAVY,
            BOMBS,
            THREADS,
          ],
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: { name: 'smoke', include: suites(SMOKE), pool: 'threads' },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          ...STARTING,
          name: 'service',
          include: suites(SERVICE),
          exclude: [...PAGES, ...HEAVY],
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          ...STARTING,
          name: 'commands',
          include: [...suites(COMMANDS), THREADS],
          exclude: HEAVY,
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'fallbacks',
          include: EITHER,
          exclude: process.env['FULL_RUNS'] === '1' ? [] : NEITHER,
          globalSetup,
          env: { FALLBACKS: '1' },
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'pages',
          include: PAGES,
          globalSetup,
          maxWorkers: WAITING,
          sequence: { groupOrder: 6 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'examples',
          include: suites(EXAMPLES),
          globalSetup: './test/support/built-program.ts',
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'deployment',
          include: suites(DEPLOYMENT),
          globalSetup: './test/support/built-program.ts',
          sequence: { groupOrder: 7 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'heavy',
          include: HEAVY,
          globalSetup: './test/support/built-program.ts',
          sequence: { groupOrder: 8 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          ...LONG,
          name: 'patient',
          include: [...suites(PATIENT), BOMBS],
          maxWorkers: SLEEPING,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          ...LONG,
          name: 'batch-faults',
          include: suites(BATCH_FAULTS),
          maxWorkers: SLEEPING,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          ...LONG,
          name: 'faults',
          include: suites(FAULTS),
          exclude: suites([...PATIENT, ...BATCH_FAULTS]),
          // A run of both tries them before the fallbacks.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
