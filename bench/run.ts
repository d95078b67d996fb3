import { parseArgs } from 'node:util';
import { print, type Row, type Suite } from './harness/harness.ts';
import { save, writePage } from './harness/results.ts';
import { cluster } from './http/cluster/cluster.ts';
import { cold } from './http/cold.ts';
import { faults } from './http/faults.ts';
import { http } from './http/http.ts';
import { loop } from './http/loop.ts';
import { malformed } from './http/malformed.ts';
import { overload } from './http/overload.ts';
import { removePopulation } from './http/service/population.ts';
import { soak } from './http/soak.ts';
import { symbolWork } from './micro/barcode/symbol-work.ts';
import { fidelity } from './micro/engine/fidelity.ts';
import { fuzz } from './micro/engine/fuzz.ts';
import { render } from './micro/engine/render.ts';
import { worst } from './micro/engine/worst.ts';
import { pool } from './micro/pool/pool.ts';
import { equivalence } from './micro/symbology/equivalence.ts';
import { hostile } from './micro/template/hostile.ts';
import { barcode } from './micro/template/raster-markers.ts';
import { template } from './micro/template/substitute.ts';

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
