import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresForTests } from '../../test/support/postgres.ts';
import { runLocalBatch } from '../batch/command.ts';
import { median } from '../harness/statistics.ts';
import { atMost, type Mark, type Options, type Row, type Suite } from '../harness/suite.ts';
import { CARRIER_VARIABLES } from '../labels/carrier.ts';
import { ask } from './client/request.ts';
import { makeOneAccount, type OneAccount } from './service/one-account.ts';
import { processorMs } from './service/processor-time.ts';
import { builtIn, type Served, serve } from './service/served.ts';

export const cold: Suite = {
  name: 'cold',
  what: 'from the start of a process to its first answer, and its memory before there is any work',
  method:
    'Medians of several starts of the built program on a database that has an account: processor time of the whole process ' +
    'until the answer has come, which a busy machine hardly changes, and the clock beside it. The first start makes the ' +
    'embedded database. With `--against DIR` the build of another commit takes turns, and the marks are of its figures.',
  run,
};

/** Times of a start, in milliseconds. */
interface Start {
  readonly processor: number;
  readonly wall: number;
}

/** A database that holds an account. */
interface Place {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly account: OneAccount;
  readonly idleMiB: number;
}

const OF_THAT_BUILD = 'of that build';

async function run({ quick, against }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-cold-'));
  const postgres = await postgresForTests();
  try {
    const places: Place[] = [];
    const dataDir = join(folder, 'data');
    places.push({
      name: 'embedded database',
      env: { DATA_DIR: dataDir },
      account: await makeOneAccount({ dataDir }),
      idleMiB: 220,
    });
    if (postgres !== null) {
      const databaseUrl = await postgres.makeDatabase();
      const account = await makeOneAccount({ databaseUrl });
      places.push({ name: 'PostgreSQL', env: { DATABASE_URL: databaseUrl }, account, idleMiB: 130 });
    }
    const rounds = quick ? 1 : 7;
    const programs = [undefined, ...(against === undefined ? [] : [builtIn(against)])];
    const rows: Row[] = [];
    for (const place of places) {
      const starts = await inTurns(programs, rounds, (program) => firstZpl(folder, place, program));
      rows.push(timed(`first ZPL, ${place.name}`, starts, [atMost(0.6, OF_THAT_BUILD)]));
    }
    const made = await inTurns(programs, quick ? 1 : 3, (program) => firstStart(folder, program));
    rows.push(timed('first start of all, embedded database', made, []));
    const batches = await inTurns(programs, rounds, async (program) => oneRow(folder, program));
    rows.push(timed('platen batch, one row of ZPL', batches, []));
    for (const place of places) {
      const sizes = await inTurns(programs, quick ? 1 : 3, (program) => idle(folder, place, quick, program));
      const [now, before] = sizes.map(median) as [number, number?];
      rows.push({
        name: `idle RSS, ${place.name}`,
        value: now,
        unit: 'MiB',
        samples: sizes[0] as number[],
        marks: [atMost(place.idleMiB)],
        ...(before !== undefined && { detail: { 'that build MiB': before, [OF_THAT_BUILD]: now / before } }),
      });
    }
    return rows;
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Results of each program in each round; the programs take turns. */
async function inTurns<T>(
  programs: readonly (string | undefined)[],
  rounds: number,
  measure: (program: string | undefined) => Promise<T>,
): Promise<T[][]> {
  const samples = programs.map((): T[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of programs.entries()) samples[index]?.push(await measure(program));
  }
  return samples;
}

function timed(name: string, [now = [], before]: readonly Start[][], marks: readonly Mark[]): Row {
  const processor = now.map((start) => start.processor);
  const wall = median(now.map((start) => start.wall));
  if (before === undefined)
    return { name, value: median(processor), unit: 'ms', samples: processor, detail: { 'wall ms': wall } };
  const old = median(before.map((start) => start.processor));
  const oldWall = median(before.map((start) => start.wall));
  const detail = {
    'wall ms': wall,
    'that build ms': old,
    'its wall ms': oldWall,
    [OF_THAT_BUILD]: median(processor) / old,
  };
  return { name, value: median(processor), unit: 'ms', samples: processor, detail, marks };
}

async function firstZpl(folder: string, place: Place, program: string | undefined): Promise<Start> {
  const { key, labelId } = place.account;
  return started(folder, place.env, program, async ({ port, basePath }) => {
    await ask(port, {
      kind: 'zpl',
      method: 'POST',
      path: `${basePath}/labels/${labelId}/render`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ variables: Object.fromEntries(CARRIER_VARIABLES.map((name) => [name, '1'])) }),
    });
  });
}

async function firstStart(folder: string, program: string | undefined): Promise<Start> {
  const dataDir = join(folder, 'new');
  try {
    return await started(folder, { DATA_DIR: dataDir }, program, async () => {});
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts a service and has it do something; what that took together. */
async function started(
  folder: string,
  env: Readonly<Record<string, string>>,
  program: string | undefined,
  use: (service: Served) => Promise<void>,
): Promise<Start> {
  const began = performance.now();
  const service = await serve(folder, env, program);
  try {
    await use(service);
    return { processor: processorMs(service.pid), wall: performance.now() - began };
  } finally {
    await service.stop();
  }
}

async function idle(
  folder: string,
  { env }: Place,
  quick: boolean,
  program: string | undefined,
): Promise<number> {
  const service = await serve(folder, env, program);
  try {
    await pause(quick ? 100 : 3000);
    return (await service.vitals()).rssMiB;
  } finally {
    await service.stop();
  }
}

function oneRow(folder: string, program: string | undefined): Start {
  const out = join(folder, 'batch');
  mkdirSync(out);
  try {
    const rows = join(out, 'rows.csv');
    writeFileSync(rows, `${CARRIER_VARIABLES.join(',')}\n${CARRIER_VARIABLES.map(() => '1').join(',')}\n`);
    const { processorUs, wallMs } = runLocalBatch(out, rows, join(out, 'labels.zpl'), [], program);
    return { processor: processorUs / 1000, wall: wallMs };
  } finally {
    rmSync(out, { recursive: true });
  }
}
