import { runTask } from '../../../src/engine/run-task.ts';
import type { LabelSource, Task } from '../../../src/engine/task.ts';
import { FailureError } from '../../../src/errors.ts';
import { LIMITS } from '../../../src/limits.ts';
import { bombs } from '../../../test/fuzz/bombs.ts';
import { HEAVY_PAGES } from '../../../test/fuzz/heavy-pages.ts';
import { HEAVY_TRANSFORMS } from '../../../test/fuzz/heavy-transforms.ts';
import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { labelSource } from './warm-label.ts';

/** The longest that one request of one rate unit may keep a processor busy. */
const MOST_MS = 500;
const ATTEMPTS = 3;

/** What single requests take at most, by class. Symbols have a suite of their own: symbol-work. */
export const worst: Suite = {
  name: 'worst',
  what: 'processor time of the heaviest single requests of each class, answered or refused',
  method:
    'Each request is done as a worker does it, with a label that the worker has not seen, in the processor time of the ' +
    'whole process, the least of up to three. The row is the heaviest request of its class.',
  run,
};

interface Heavy {
  readonly name: string;
  readonly task: (label: LabelSource) => Task;
  readonly label: Partial<LabelSource>;
}

async function run({ quick }: Options): Promise<Row[]> {
  heaviest('warm', [{ name: 'warm', label: {}, task: rendered('png') }]);
  return Object.entries(CLASSES).map(([name, requests]) =>
    heaviest(name, quick ? requests().filter((_, i) => i % 5 === 0) : requests()),
  );
}

const CLASSES: Readonly<Record<string, () => readonly Heavy[]>> = {
  'transforms of one record': () => HEAVY_TRANSFORMS.map(transformed(1)),
  'transforms of 25 records': () => HEAVY_TRANSFORMS.map(transformed(LIMITS.printRecords)),
  'bombs as ZPL': () => bombs().map(asBomb('zpl')),
  'bombs as PNG': () => bombs().map(asBomb('png')),
  'bombs as PDF': () => bombs().map(asBomb('pdf')),
  'pages of a PDF': () =>
    HEAVY_PAGES.map(([name, zpl]) => ({
      name,
      label: { zpl: Buffer.from(zpl), size: { widthMm: 442.3, heightMm: 442.3, dpi: 203 } },
      task: rendered('pdf'),
    })),
  'print jobs': () => [
    {
      name: 'the longest output',
      label: { zpl: Buffer.from(`^XA^FX${'x'.repeat(20_000)}^FS^FO9,9^FD{v}^FS^XZ`) },
      task: printed({ v: 'x' }),
    },
    {
      name: 'every variable in its own field',
      label: {
        zpl: Buffer.from(
          `^XA^CI28${Array.from({ length: 1600 }, (_, i) => `^FO9,9^FH^FD{v${i % 50}}^FS`).join('')}^XZ`,
        ),
      },
      task: printed(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`v${i}`, '_^é'.repeat(17)]))),
    },
    {
      name: 'data read again under ^FC and ^FE',
      label: { zpl: Buffer.from(`^XA${'^FO9,9^FC%^FE#^FD{v}^FS'.repeat(1900)}^XZ`) },
      task: printed({ v: '1 '.repeat(500) }),
    },
    ...FAILING.map(([name, zpl, fieldTransforms]) => ({
      name,
      label: { zpl: Buffer.from(`^XA^CI27${zpl}^XZ`), fieldTransforms },
      task: printed({ v: 'ł'.repeat(1000) }),
    })),
  ],
};

const numbered = (count: number, field: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => field(i)).join('');

/** Makes a value of 12,000 characters that Shift-JIS has, and one that it lacks. */
const LONG = [
  {
    variable: 'v',
    steps: [
      ...Array.from({ length: 3 }, () => ({ op: 'prefix', text: '漢'.repeat(4000) })),
      { op: 'suffix', text: '😀' },
    ],
  },
];

/** Labels whose every field fails in every record of a print job. */
const FAILING: readonly (readonly [name: string, zpl: string, fieldTransforms: readonly object[]])[] = [
  ['barcodes that all fail', numbered(128, (i) => `^BCN,50^FD${i}{v}^FS`), []],
  ['short barcodes that all fail', numbered(3000, (i) => `^BEN,5^FD${i}{w}^FS`), []],
  ['long barcodes without a value', numbered(128, (i) => `^BCN,50^FD${i}${'{v}'.repeat(8)}{w}^FS`), []],
  [
    'marked rasters that all fail',
    numbered(
      128,
      (i) => `^FXsvc-barcode:1;symbology=ean13;template=${i}%7Bv%7D;module=2^FS^FO9,9^GFA,1,1,1,FF^FS`,
    ),
    [],
  ],
  ['values that cannot be written', numbered(2400, (i) => `^FD${i}{v}^FS`), []],
  ['long values that cannot be written', `^CI15${'^FD{v}^FS'.repeat(390)}`, LONG],
  ['long barcodes that cannot be written', `^CI15${'^BCN,50^FD{v}^FS'.repeat(1000)}`, LONG],
  [
    'transforms that all fail',
    '^FD{v}^FS',
    Array.from({ length: 200 }, (_, i) => ({
      variable: `v${i}`,
      steps: [
        { op: 'default', text: 'x' },
        { op: 'max_length', length: 0 },
      ],
    })),
  ],
];

function rendered(format: 'zpl' | 'png' | 'pdf', variables = {}) {
  return (label: LabelSource): Task => ({ kind: 'render', label, format, variables, now: Date.now() });
}

function printed(record: Readonly<Record<string, string>>, records: number = LIMITS.printRecords) {
  return (label: LabelSource): Task => ({
    kind: 'print',
    label,
    records: Array.from({ length: records }, () => record),
    copies: 4,
    now: Date.now(),
  });
}

function transformed(records: number) {
  return ([name, fieldTransforms]: (typeof HEAVY_TRANSFORMS)[number]): Heavy => ({
    name,
    label: { zpl: Buffer.from('^XA^FD{v1}^FS^XZ'), fieldTransforms },
    task: printed({}, records),
  });
}

function asBomb(format: 'zpl' | 'png' | 'pdf') {
  return ({ name, zpl, size }: ReturnType<typeof bombs>[number]): Heavy => ({
    name,
    // Bombs are bytes, a character each.
    label: {
      zpl: Buffer.from(zpl, 'latin1'),
      size,
    },
    task: rendered(format, { v: 'x' }),
  });
}

function heaviest(name: string, requests: readonly Heavy[]): Row {
  const times = requests.map((heavy) => ({ name: heavy.name, ms: timeOf(heavy) }));
  const [most = { name: 'none', ms: Number.NaN }] = times.toSorted((a, b) => b.ms - a.ms);
  return {
    name,
    value: most.ms,
    unit: 'ms',
    marks: [binding(atMost(MOST_MS))],
    claim: 'No request of one rate unit keeps a processor busy for more than 500 ms',
    note: `${most.name}, of ${times.length}`,
  };
}

let seen = 0;

/** Milliseconds of processor: the least of some attempts, since what else the machine does only ever adds. */
function timeOf({ label, task }: Heavy): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ATTEMPTS && (i === 0 || least > MOST_MS / 4); i++) {
    const request = task({ ...labelSource(), ...label, contentId: `worst ${seen++}` });
    const began = process.cpuUsage();
    try {
      runTask(request);
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code === 'internal') throw error;
    }
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
