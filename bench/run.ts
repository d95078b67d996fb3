import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { batchJournal } from './batch/journal.ts';
import { batchKills } from './batch/kills.ts';
import { batch } from './batch/local.ts';
import { printerKills } from './batch/printer-kills.ts';
import { batchService } from './batch/service.ts';
import { batchShards } from './batch/shards.ts';
import { convert } from './convert/convert.ts';
import { fonts } from './fonts/fonts.ts';
import { compare } from './harness/compare.ts';
import { obstacle, pageOf } from './harness/page.ts';
import { checkout, save, saved } from './harness/results.ts';
import { checked, isDefect, type Options, type Row, type Suite } from './harness/suite.ts';
import { print, tableOf } from './harness/table.ts';
import { cluster } from './http/cluster/cluster.ts';
import { cold } from './http/cold.ts';
import { faults } from './http/faults.ts';
import { http } from './http/http.ts';
import { loop } from './http/loop.ts';
import { malformed } from './http/malformed.ts';
import { overload } from './http/overload.ts';
import { refusal } from './http/refusal.ts';
import { renderer } from './http/renderer.ts';
import { rendererMemory } from './http/renderer-memory.ts';
import { request } from './http/request.ts';
import { removePopulation } from './http/service/population.ts';
import { soak } from './http/soak.ts';
import { symbolWork } from './micro/barcode/symbol-work.ts';
import { batchRows } from './micro/batch/rows.ts';
import { fidelity } from './micro/engine/fidelity.ts';
import { fontFuzz } from './micro/engine/font-fuzz.ts';
import { fontThreads } from './micro/engine/font-threads.ts';
import { fuzz } from './micro/engine/fuzz.ts';
import { render } from './micro/engine/render.ts';
import { strikes } from './micro/engine/strikes.ts';
import { worst } from './micro/engine/worst.ts';
import { lint } from './micro/lint/lint.ts';
import { pool } from './micro/pool/pool.ts';
import { equivalence } from './micro/symbology/equivalence.ts';
import { hostile } from './micro/template/hostile.ts';
import { barcode } from './micro/template/raster-markers.ts';
import { template } from './micro/template/substitute.ts';
import { zpl } from './micro/zpl/parse.ts';
import { studio } from './studio/studio.ts';

// Certificates of the machine, which each process would read for 40 ms at its start, and none needs.
delete process.env['NODE_EXTRA_CA_CERTS'];

/** The order of a full run: figures that users notice, short suites, and last those that load the whole machine. */
const SUITES: readonly Suite[] = [
  request,
  template,
  zpl,
  batchRows,
  batch,
  barcode,
  render,
  strikes,
  fonts,
  convert,
  lint,
  pool,
  hostile,
  worst,
  equivalence,
  symbolWork,
  fidelity,
  cold,
  studio,
  http,
  overload,
  refusal,
  renderer,
  rendererMemory,
  loop,
  batchService,
  faults,
  cluster,
  fuzz,
  fontFuzz,
  fontThreads,
  soak,
  malformed,
  batchJournal,
  batchKills,
  batchShards,
  printerKills,
];
/** Too long for a first look, unless they are asked for by name. */
const LONG: ReadonlySet<Suite> = new Set([
  faults,
  malformed,
  fidelity,
  cluster,
  batchKills,
  batchShards,
  printerKills,
]);
/** The suites that a comparison measures unless it names others. */
const COMPARED = [template, barcode, render].map(({ name }) => name);

const USAGE = `npm run bench -- [--quick] [--against BUILT_TREE] [all | SUITE…]
npm run bench -- worst --only TEXT
npm run bench -- page
npm run bench -- compare [--quick] [--rounds N] BASE HEAD [SUITE…]
suites: ${SUITES.map(({ name }) => name).join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    against: { type: 'string' },
    only: { type: 'string' },
  },
});
const { quick, against, only } = values;
const [command = 'all', ...rest] = positionals;
if (command === 'page') writePage();
else if (command === 'compare') await compareCommits(rest);
else await measure(command === 'all' ? [] : positionals, { quick, against, only });

/** Runs the named suites one after the other, all if none is named, and keeps their rows. */
async function measure(names: readonly string[], options: Options): Promise<void> {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) return misused(`no such suite: ${unknown.join(', ')}`);
  if (options.only !== undefined && names.join() !== worst.name) {
    return misused('--only chooses classes of worst, and of no other suite');
  }
  const chosen = SUITES.filter((suite) =>
    names.length === 0 ? !(options.quick && LONG.has(suite)) : names.includes(suite.name),
  );
  for (const suite of chosen) {
    const source = checkout();
    const began = performance.now();
    const rows = (await rowsOf(suite, options)).map(checked);
    const seconds = (performance.now() - began) / 1000;
    console.log(`\n${suite.name}: ${suite.what} (${seconds.toFixed(0)} s)`);
    print(tableOf(rows));
    // A part of a suite is no result of it.
    if (options.only === undefined) save(suite, rows, seconds, options, source);
    if (rows.some(isDefect)) process.exitCode = 1;
  }
  removePopulation();
}

async function rowsOf(suite: Suite, options: Options): Promise<Row[]> {
  try {
    return await suite.run(options);
  } catch (error) {
    // The other suites are still measured, and the page names this one as failed.
    console.error(error);
    return [{ name: suite.name, value: null, unit: '', failed: String(error) }];
  }
}

/** Writes the page of the results' Node.js: `RESULTS.md` for the image's, `RESULTS-node-20.md` for another one. */
function writePage(): void {
  const { commit } = checkout();
  const measured = SUITES.map((suite) => ({ suite, result: saved(suite, commit) }));
  const problem = obstacle(measured);
  if (problem !== null) {
    console.error(`no page is written: ${problem}`);
    process.exitCode = 1;
    return;
  }
  const imageMajor = Number(readFileSync(new URL('../.nvmrc', import.meta.url), 'utf8'));
  const major = Number(/\d+/.exec(measured.find(({ result }) => result !== null)?.result?.node ?? ''));
  const name = major === imageMajor ? 'RESULTS.md' : `RESULTS-node-${major}.md`;
  const page = fileURLToPath(new URL(name, import.meta.url));
  writeFileSync(page, pageOf(measured));
  console.log(page);
}

/** Accepts any suite, because each commit has suites of its own. */
async function compareCommits([base, head, ...suites]: readonly string[]): Promise<void> {
  const rounds = Number(values.rounds);
  if (base === undefined || head === undefined || !(rounds >= 1)) {
    return misused('a comparison is of two commits, in one round at least');
  }
  await compare([base, head], suites.length > 0 ? suites : COMPARED, { quick, rounds });
}

function misused(why: string): void {
  console.error(`${why}\n${USAGE}`);
  process.exitCode = 2;
}
