import { parseArgs } from 'node:util';
import { barcode } from './barcode.ts';
import { equivalence } from './equivalence.ts';
import { fidelity } from './fidelity.ts';
import { report, type Suite } from './harness.ts';
import { hostile } from './hostile.ts';
import { http } from './http.ts';
import { pool } from './pool.ts';
import { render } from './render.ts';
import { template } from './template.ts';

const SUITES: readonly Suite[] = [template, render, pool, barcode, equivalence, hostile, http, fidelity];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const chosen = positionals.length === 0 ? SUITES : SUITES.filter((suite) => positionals.includes(suite.name));
if (chosen.length === 0) {
  console.error(`no such suite; there are: ${SUITES.map((suite) => suite.name).join(', ')}`);
  process.exit(2);
}
for (const suite of chosen) report(suite, await suite.run({ quick: values.quick }));
