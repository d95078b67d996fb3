import { parentPort, workerData } from 'node:worker_threads';
import type { MakerThreadData } from '../../src/batch/local/chunk-messages.ts';
import { PackedRows } from '../../src/batch/local/packed-rows.ts';
import { recordMaker, templateOf } from '../../src/batch/local/record-maker.ts';
import type { Row } from '../../src/batch/stages.ts';
import { PlainStream } from '../../src/template/plain-stream.ts';
import { SubstitutionBudget } from '../../src/template/records/substitution-budget.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { CARRIER_VARIABLES } from '../labels/carrier.ts';
import { carrierRow } from './carrier-rows.ts';

/** The work of a thread, and the number of rows that it does in the time. */
export interface EngineThreadData {
  readonly data: MakerThreadData;
  readonly rows: number;
  /** The number of the first row. */
  readonly first: number;
  /** Whether values are strings, as requests have them, or bytes, as the plain rows of a batch do. */
  readonly values: 'strings' | 'bytes';
}

/** More rows than anything remembers from one to the next, and few enough to be held as objects. */
const HELD = 10_000;
/** Rows whose labels are written into the same memory, as those of a chunk are. */
const TOGETHER = 64;

// A thread that makes labels of rows that are in memory, and throws them away: the calls of a batch without reading and
// writing.
const { data, rows, first, values } = workerData as EngineThreadData;
const held = Array.from({ length: Math.min(HELD, rows) }, (_, i) => carrierRow(first + i));
const template = templateOf(data.label);
const memory = new Uint8Array(1 << 20);
const make = values === 'strings' ? await ofStrings() : ofBytes();
parentPort?.postMessage('ready');
parentPort?.once('message', () => {
  let made = new PackedRows(memory);
  for (let i = 0; i < rows; i++) {
    if (i % TOGETHER === 0) made = new PackedRows(memory);
    make(made, i);
  }
  parentPort?.postMessage('done');
});

type Make = (made: PackedRows, row: number) => void;

async function ofStrings(): Promise<Make> {
  const asRows = held.map((variables): Row => ({ cells: [], others: '', variables, copies: 1, fault: null }));
  const record = await recordMaker(data, template);
  return (made, i) => made.add(record(asRows[i % held.length] as Row), '' as ByteString);
}

function ofBytes(): Make {
  const sources = template.tokens.map(({ name }) => ({
    cell: CARRIER_VARIABLES.indexOf(name),
    text: undefined,
  }));
  const stream = PlainStream.of(template, sources);
  if (stream === null) throw new Error('the label is not plain');
  const now = new Date(data.now);
  const cells = held.map((variables) => {
    const texts = CARRIER_VARIABLES.map((name) => Buffer.from(variables[name] ?? ''));
    let end = 0;
    return {
      text: new Uint8Array(Buffer.concat(texts)),
      bounds: Int32Array.from(texts.flatMap(({ length }) => [end, (end += length)])),
      first: 0,
    };
  });
  return (made, i) => {
    const row = cells[i % held.length] as (typeof cells)[number];
    const most = stream.most(row.text.length);
    const added = made.write(1, most, '' as ByteString, (to, at) => {
      stream.checkBarcodes(row, now, new SubstitutionBudget());
      return stream.write(row, to, at);
    });
    if (added !== 'added') throw new Error('a row is not plain');
  };
}
