import { parseArgs } from 'node:util';
import { barcode } from './barcode.ts';
import { capacity } from './capacity.ts';
import { cluster } from './cluster.ts';
import { cold } from './cold.ts';
import { equivalence } from './equivalence.ts';
import { faults } from './faults.ts';
import { fidelity } from './fidelity.ts';
import { fuzz } from './fuzz.ts';
import { print, type Row, type Suite } from './harness.ts';
import { hostile } from './hostile.ts';
import { http } from './http.ts';
import { loop } from './loop.ts';
import { malformed } from './malformed.ts';
import { overload } from './overload.ts';
import { pool } from './pool.ts';
import { removePopulation } from './population.ts';
import { render } from './render.ts';
import { save, writePage } from './results.ts';
import { soak } from './soak.ts';
import { symbolWork } from './symbol-work.ts';
import { template } from './template.ts';
import { worst } from './worst.ts';

const SUITES: readonly Suite[] = [
  template,
  render,
  pool,
  barcode,
  symbolWork,
  worst,
  equivalence,
  hostile,
  fuzz,
  cold,
  http,
  overload,
  loop,
  faults,
  malformed,
  soak,
  fidelity,
  cluster,
  capacity,
];
/** Too long for a first look, unless they are asked for by name. */
const LONG: ReadonlySet<Suite> = new Set([faults, malformed, fidelity, cluster]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const options = { quick: values.quick };
const unknown = positionals.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `no such suite: ${unknown.join(', ')}; there are: ${SUITES.map((suite) => suite.name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = SUITES.filter((suite) =>
  positionals.length === 0 ? !(options.quick && LONG.has(suite)) : positionals.includes(suite.name),
);

for (const suite of chosen) {
  const began = performance.now();
  let rows: Row[];
  try {
    rows = await suite.run(options);
  } catch (error) {
    // The other suites are worth having, and so is the news of this one.
    console.error(error);
    rows = [{ name: suite.name, value: Number.NaN, unit: '', note: String(error), failed: true }];
  }
  print(suite, rows);
  console.log(`  (${((performance.now() - began) / 1000).toFixed(0)} s)`);
  save(suite, rows, options);
  if (rows.some((row) => row.failed === true)) process.exitCode = 1;
}
removePopulation();
if (!options.quick) writePage(SUITES);
