import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchLabel } from '../../src/batch/service/saved-label.ts';
import { ServiceCalls } from '../../src/batch/service/service-calls.ts';
import { serviceMaker } from '../../src/batch/service/service-maker.ts';
import type { Chunk, RowLayout } from '../../src/batch/stages.ts';
import { openStore } from '../../src/store/open.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, type Options, type Row, type Suite } from '../harness/suite.ts';
import { fire } from '../http/client/closed-loop.ts';
import type { Request } from '../http/client/request.ts';
import { type Served, serve } from '../http/service/served.ts';
import { CARRIER_VARIABLES, carrierLabel } from '../labels/carrier.ts';

/** As many as a batch has under way at most. */
const CONNECTIONS = 32;
const RECORDS = 25;
const ROWS_PER_CHUNK = 400;
/** The values of a row; no two rows are alike. */
const carrierRow = (number: number): Record<string, string> =>
  Object.fromEntries(
    CARRIER_VARIABLES.map((name, at) => [
      name,
      name === 'tracking' ? `1Z999AA1${String(number).padStart(10, '0')}` : `Value ${at} of ${number}`,
    ]),
  );
const CHUNK = Buffer.from(
  Array.from({ length: ROWS_PER_CHUNK }, (_, i) => `${Object.values(carrierRow(i)).join(',')}\n`).join(''),
);
const never = new AbortController().signal;
setMaxListeners(0, never);

/** An account that asks for labels, and their ids. */
interface Customer {
  readonly key: string;
  readonly labelId: string;
}

/** Labels a second of a batch through a service, next to print jobs that only have to be sent. */
export const batchService: Suite = {
  name: 'batch-service',
  what: 'labels a second, by print jobs of 25 records, through a service on this machine',
  method:
    `The loop has ${CONNECTIONS} connections of autocannon, each with a job that is sent over and over. The batch reads ` +
    'rows of CSV, packs them, sends the jobs, as many at once as it finds good, and has what came in the order of the rows. ' +
    'Both take turns in each round, after a turn each that does not count, and share the cores with the service.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-batch-'));
  try {
    const customer = await populate(dataDir);
    const service = await serve(dataDir);
    try {
      return await race(service, customer, quick ? 2 : 5, quick ? 3 : 10);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function race(service: Served, customer: Customer, rounds: number, seconds: number): Promise<Row[]> {
  const rates: Record<'loop' | 'batch', number[]> = { loop: [], batch: [] };
  const loop = () => loopRate(service, customer, seconds);
  const batch = () => batchRate(service, customer, seconds);
  await loop();
  await batch();
  for (let round = 0; round < rounds; round++) {
    rates.loop.push(await loop());
    rates.batch.push(await batch());
  }
  const of = `print ${RECORDS} x 1`;
  return [
    { name: of, value: median(rates.loop), unit: 'labels/s', samples: rates.loop },
    {
      name: 'batch through a service, ZPL',
      value: median(rates.batch),
      unit: 'labels/s',
      samples: rates.batch,
      ratio: median(rates.batch) / median(rates.loop),
      of,
      marks: [atLeast(0.7, 'ratio')],
      claim: 'A batch through a service makes labels at 0.7 of the rate of print jobs in a loop',
    },
  ];
}

/** Print jobs that are sent over and over. */
async function loopRate(
  { port, basePath }: Served,
  { key, labelId }: Customer,
  seconds: number,
): Promise<number> {
  const requests = Array.from({ length: CONNECTIONS }, (_, connection): Request => {
    const records = Array.from({ length: RECORDS }, (_, i) => carrierRow(connection * RECORDS + i));
    return {
      kind: 'print',
      method: 'POST',
      path: `${basePath}/labels/${labelId}/print`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ records }),
    };
  });
  const { rate, statuses, errors } = await fire(port, requests, CONNECTIONS, seconds);
  if (errors > 0 || Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`the loop failed: ${JSON.stringify({ statuses, errors })}`);
  }
  return rate * RECORDS;
}

/** Rows of CSV, until the time is up. */
async function batchRate(service: Served, { key, labelId }: Customer, seconds: number): Promise<number> {
  const watcher = { waiting: () => {}, note: () => {} };
  const url = `http://127.0.0.1:${service.port}${service.basePath}`;
  const calls = new ServiceCalls({ url, key, concurrency: null, watcher });
  const label = await fetchLabel(calls, labelId, never);
  const maker = serviceMaker({
    calls,
    label,
    layout: LAYOUT,
    format: 'zpl',
    rowsApart: false,
    partRows: null,
    validates: false,
  });
  const began = performance.now();
  const end = began + seconds * 1000;
  let labels = 0;
  for await (const { pieces } of maker.make(rowsUntil(end), 1, never)) {
    for (const piece of pieces) labels += piece.labels;
  }
  return (labels / (performance.now() - began)) * 1000;
}

const LAYOUT: RowLayout = {
  kind: 'cells',
  delimiter: ',',
  columns: CARRIER_VARIABLES,
  variables: Object.fromEntries(CARRIER_VARIABLES.map((name) => [name, name])),
  set: {},
  reportColumns: 0,
  copies: 1,
  copiesColumn: null,
  nameTemplate: null,
};

/** The same chunks over and over: the rows of a print job differ, and making them takes no time. */
async function* rowsUntil(end: number): AsyncGenerator<Chunk> {
  for (let at = 0; performance.now() < end; at++) {
    yield { offset: at * CHUNK.length, firstRow: 1 + at * ROWS_PER_CHUNK, bytes: CHUNK };
  }
}

async function populate(dataDir: string): Promise<Customer> {
  const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
  try {
    const { id } = await store.createAccount('Bench', 'pro');
    const { value: key } = await store.createKey(id, 'full');
    const [label] = await store.importLabels(id, [carrierLabel()]);
    if (label === undefined) throw new Error('nothing was imported');
    return { key, labelId: label.id };
  } finally {
    await store.close();
  }
}
