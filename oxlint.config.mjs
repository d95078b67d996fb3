// The rules of the linter, and the direction of imports (ARCHITECTURE.md).
import { readdirSync } from 'node:fs';

/** Modules that reach beyond the process. */
const FILES = ['node:fs', 'node:fs/*'];
const OUTSIDE = [...FILES, 'node:net', 'node:http', 'node:process', 'node:worker_threads'];
const DATABASES = ['pg', '@electric-sql/*'];

const except = (names, allowed) => names.filter((name) => !allowed.includes(name));

/**
 * The rooms of `src`, floor by floor from the ground up. A room may import rooms of lower floors, and none of its own
 * floor or of a higher one; beside each room stand imports that it may not have all the same.
 */
export const FLOORS = [
  {
    'asset.ts': OUTSIDE,
    'atomic-write.ts': except(OUTSIDE, FILES),
    'bisect.ts': OUTSIDE,
    'borrowed-bytes.ts': OUTSIDE,
    'circuit-breaker.ts': OUTSIDE,
    'client.ts': OUTSIDE,
    'config-variable.ts': OUTSIDE,
    'errors.ts': OUTSIDE,
    'in-time.ts': OUTSIDE,
    'label-id.ts': OUTSIDE,
    'limits.ts': OUTSIDE,
    'on-first-use.ts': OUTSIDE,
    'web-assembly.ts': OUTSIDE,
    // Types of Node's servers.
    'silent-connections.ts': except(OUTSIDE, ['node:net', 'node:http']),
    'trace-context.ts': OUTSIDE,
    'request-refusal.ts': OUTSIDE,
    'units.ts': OUTSIDE,
    'wall-clock.ts': except(OUTSIDE, ['node:worker_threads']),
    // Reads package.json.
    'version.ts': except(OUTSIDE, FILES),
  },
  { 'process-name.ts': except(OUTSIDE, ['node:worker_threads']) },
  { 'worker-module.ts': OUTSIDE },
  { threads: [] },
  { bitmap: OUTSIDE, budget: [], delimited: OUTSIDE, pool: [] },
  // A profile is a folder of files.
  { 'printer-profile': except(OUTSIDE, FILES) },
  { symbology: OUTSIDE, zpl: OUTSIDE, encode: OUTSIDE },
  { barcode: OUTSIDE, record: OUTSIDE, pdf: OUTSIDE },
  // Fonts are files, so the rasteriser may read them.
  { raster: except(OUTSIDE, FILES) },
  // Values may be pictures.
  { template: OUTSIDE },
  // The store knows of the rooms below only how the names of tokens are found.
  {
    engine: except(OUTSIDE, ['node:worker_threads']),
    store: ['bitmap', 'symbology', 'zpl', 'encode', 'barcode', 'pdf', 'raster'],
  },
  // The reader of PDFs is a file.
  { lint: OUTSIDE, convert: except(OUTSIDE, FILES), 'link-os': FILES },
  // A reader of symbols is a file too.
  { import: except(OUTSIDE, FILES) },
  // Labelary's protocol, as server and as client.
  { labelary: except(OUTSIDE, ['node:http']) },
  { external: ['raster', 'template'], telemetry: [] },
  { http: ['raster', 'encode', 'pool', 'threads', 'piscina', ...DATABASES] },
  { 'config.ts': [], 'bundle.ts': [], 'label-endings.ts': [] },
  { 'pool-config.ts': OUTSIDE, 'library.ts': OUTSIDE },
  { 'server-frame.ts': [] },
  { 'app.ts': [] },
  { listeners: [] },
  // Made for programs of others, on whatever they run: it has files of its own, and what the Web's standards give.
  { 'api-client': ['*', '!./**'] },
  { demo: [], batch: [], load: [] },
  // The studio sends to printers as a batch does.
  { studio: [] },
  { renderer: [...FILES, ...DATABASES, 'zod'] },
  { cli: [] },
  { 'cli.ts': [] },
];

const ROOMS = new Set(FLOORS.flatMap((floor) => Object.keys(floor)));

const homeless = readdirSync(new URL('src', import.meta.url)).filter((name) => !ROOMS.has(name));
if (homeless.length > 0) throw new Error(`no floor has src/${homeless.join(', src/')} (oxlint.config.mjs)`);

/** The path of an import of a room; anything else is the name of a library. */
const pattern = (name) => (ROOMS.has(name) ? (name.endsWith('.ts') ? `**/${name}` : `**/${name}/**`) : name);

const floorRules = FLOORS.flatMap((floor, level) =>
  Object.entries(floor).map(([room, without]) => {
    const notBelow = FLOORS.slice(level).flatMap((other) => Object.keys(other));
    const forbidden = [...except(notBelow, [room]), ...without];
    return {
      files: [room.endsWith('.ts') ? `src/${room}` : `src/${room}/**`],
      rules: { 'no-restricted-imports': ['error', { patterns: forbidden.map(pattern) }] },
    };
  }),
);

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  // A generated client's program is compiled strictly with its types, which are made each night.
  ignorePatterns: ['dist', 'node_modules', 'demo-output', '.ci/generated-clients'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Elements of typed arrays are `number | undefined` to the compiler; asserting what a loop's bound proves
    // is how the raster code is written.
    'typescript/no-unsafe-type-assertion': 'off',
    // Sequential awaits are the point where they stand: steps of a migration, of a shutdown, of a test.
    'eslint/no-await-in-loop': 'off',
    // The compiler's noImplicitReturns knows that `fail()` never returns; this rule does not.
    'typescript/consistent-return': 'off',
    // Control characters are ZPL's daily bread.
    'eslint/no-control-regex': 'off',
    // A browser's postMessage has a target origin; a worker thread's has not.
    'unicorn/require-post-message-target-origin': 'off',
    // Setup of tests, which Vitest imports likewise.
    'import/no-unassigned-import': ['error', { allow: ['**/optimize-late.ts'] }],
    // `fc.integer()` and `pg.Pool` are how their manuals write them.
    'import/no-named-as-default-member': 'off',
    // Small closures beside their only caller read better than a name at the top of the file.
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
    'promise/no-promise-in-callback': 'off',
    // A metric registers itself as it is made.
    'eslint/no-new': 'off',
    // Arrays of a length are what tables are made of, and reversing an array of one's own costs no copy.
    'unicorn/no-new-array': 'off',
    'unicorn/no-array-reverse': 'off',
    // Copies in `map` keep values immutable; where it is hot it is measured.
    'oxc/no-map-spread': 'off',
    // A value in a test's helper is as often called `value` as in the test.
    'eslint/no-shadow': 'off',
    // Code points are what is meant wherever a text is spread.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    // Members written as methods in an interface are often plain functions, and are passed on as such.
    'typescript/unbound-method': 'off',
  },
  overrides: [
    ...floorRules,
    {
      // The program's canvas is kept from looking for fonts: the rest of the process would draw with its finds.
      files: ['test/**', 'bench/**'],
      rules: {
        'no-restricted-imports': ['error', { paths: [{ name: '@napi-rs/canvas', allowTypeImports: true }] }],
      },
    },
    {
      // Vitest reads the fixtures that a hook uses from its first parameter; `{}` uses none.
      files: ['test/support/file-cost.ts'],
      rules: { 'no-empty-pattern': 'off' },
    },
    {
      files: ['src/api-client/**'],
      rules: { 'no-restricted-globals': ['error', 'Buffer', 'global', 'process', 'require', 'setImmediate'] },
    },
  ],
};
