import { WORK_MAX } from '../../../src/bitmap/work-meter.ts';
import { LIMITS } from '../../../src/limits.ts';
import { BARCODE_WORK, RECORD_BARCODE_WORK } from '../../../src/template/records/substitution-budget.ts';
import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { markedCases, nativeCases, type SymbolCase } from './symbol-cases.ts';
import { timeOf } from './symbol-time.ts';

/**
 * The costs of `src/barcode` and of raster markers are fitted to this suite: run it when the encoders or the machine
 * change.
 */
export const symbolWork: Suite = {
  name: 'symbol-work',
  what: 'the time that a symbol takes, next to what the service counts for it before it is made',
  method:
    'Every symbology, native and of marked rasters, by kind and length of data, by parameters or saved sizes; ' +
    'processor time of one symbol, the least disturbed of some rounds. The row is the worst of a symbology; beside ' +
    'it the longest symbol and the most that one request can spend on it: as many fields as are admitted.',
  shown: 12,
  run,
};

/** The longest that barcodes may keep a processor busy for one request. */
const MOST_MS = 500;

async function run({ quick }: Options): Promise<Row[]> {
  const skip = quick ? 12 : 1;
  const [native, marked] = [nativeCases(), markedCases()].map((cases) =>
    cases.filter((_, i) => i % skip === 0),
  ) as [SymbolCase[], SymbolCase[]];
  // A full run has compiled the code of a symbology by its second case; a first look has few cases.
  if (quick) for (const symbol of [...native, ...marked]) timeOf(symbol);
  return [
    ...rowsOf(native, ({ counted }) => admitted(counted)),
    ...rowsOf(marked, ({ counted }) => Math.min(LIMITS.markedFields, admitted(counted))),
  ];
}

/** How many symbols of such a cost a request of one record may have, whether they are checked or drawn. */
function admitted(counted: number): number {
  return Math.floor(Math.max(BARCODE_WORK + RECORD_BARCODE_WORK, WORK_MAX) / counted);
}

function rowsOf(cases: readonly SymbolCase[], mostOf: (symbol: SymbolCase) => number): Row[] {
  const rows = new Map<string, { over: number; of: string; us: number; requestMs: number }>();
  for (const symbol of cases) {
    const us = timeOf(symbol);
    const over = (us * 1000) / symbol.counted;
    const row = rows.get(symbol.symbology) ?? { over: 0, of: '', us: 0, requestMs: 0 };
    row.us = Math.max(row.us, us);
    row.requestMs = Math.max(row.requestMs, (mostOf(symbol) * us) / 1000);
    if (over > row.over) Object.assign(row, { over, of: `${symbol.bytes} bytes, ${symbol.what}` });
    rows.set(symbol.symbology, row);
  }
  return [...rows].map(([name, { over, of, us, requestMs }]) => ({
    name,
    value: over,
    unit: 'of what is counted',
    note: of,
    detail: { 'longest µs': us, 'request ms': requestMs },
    marks: [binding(atMost(1)), binding(atMost(MOST_MS, 'request ms'))],
    claim: 'The work counted for a symbol before it is made covers its time',
  }));
}
