import { runTask } from '../../../src/engine/run-task.ts';
import type { LabelSource, PrintTask, Task } from '../../../src/engine/task.ts';
import { FailureError } from '../../../src/errors.ts';
import { LIMITS } from '../../../src/limits.ts';
import { bombs } from '../../../test/fuzz/bombs.ts';
import { HEAVY_PAGES } from '../../../test/fuzz/heavy-pages.ts';
import { HEAVY_TRANSFORMS } from '../../../test/fuzz/heavy-transforms.ts';
import { COMMANDS, LIBRARY } from '../barcode/symbol-cases.ts';
import { heavyPictures } from './heavy-pictures.ts';
import { labelSource } from './warm-label.ts';

/** A request that takes much, of a label that no worker has seen. */
export interface Heavy {
  readonly name: string;
  readonly task: (label: LabelSource) => Task;
  readonly label: Partial<LabelSource>;
}

/** The heaviest requests that are known, by class, in an order that stays. */
export const CLASSES: Readonly<Record<string, () => readonly Heavy[]>> = {
  'transforms of one record': () => HEAVY_TRANSFORMS.map(transformed(1)),
  'transforms of 25 records': () => HEAVY_TRANSFORMS.map(transformed(LIMITS.printRecords)),
  'bombs as ZPL': () => bombs().map(asBomb('zpl')),
  'bombs as PNG': () => bombs().map(asBomb('png')),
  'bombs as PDF': () => bombs().map(asBomb('pdf')),
  'symbols as PNG': () =>
    COMMANDS.flatMap((command) =>
      DATA.map((v) => ({
        name: `${command} of ${v.length} characters`,
        label: { zpl: Buffer.from(`^XA${`^FO9,9${command}^FD{v}^FS`.repeat(2000)}^XZ`) },
        task: rendered('png', { v }),
      })),
    ),
  'marked rasters': () =>
    MARKED.map(([name, zpl]) => ({ name, label: { zpl }, task: rendered('zpl', { v: '' }) })),
  'print jobs of marked rasters that are only checked': () =>
    MARKED.map(([name, zpl]) => ({
      name,
      label: { zpl },
      task: (label) => ({ ...printed({ v: '' })(label), validates: true }),
    })),
  'pictures as values': () =>
    heavyPictures().map(({ name, zpl, picture }) => ({
      name,
      label: { zpl: Buffer.from(`^XA${zpl}^XZ`) },
      task: rendered('zpl', { v: picture }),
    })),
  'print jobs of pictures': () =>
    heavyPictures().map(({ name, zpl, picture }) => ({
      name,
      label: { zpl: Buffer.from(`^XA${zpl}^XZ`) },
      task: printed({ v: picture }),
    })),
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

/** Data that most symbologies take. */
const DATA = ['123456789012', 'x'.repeat(40)];

function marked(symbology: string, data: string): string {
  const template = encodeURIComponent(`${data}{v}`);
  return `^FXsvc-barcode:1;symbology=${symbology};template=${template};module=1^FS^FO1,1^GFA,1,1,1,80^FS`;
}

/** Labels of rasters that are encoded again: all of one symbology, or one of each. */
const MARKED: readonly (readonly [name: string, zpl: Buffer])[] = [
  ['one of each', LIBRARY.map(({ bcid, text }) => marked(bcid, text))] as const,
  ...LIBRARY.flatMap(({ bcid, text }) =>
    [text, ...DATA].map((data) => {
      const fields = Array.from({ length: LIMITS.markedFields }, () => marked(bcid, data));
      return [`${bcid} of ${data.length} characters`, fields] as const;
    }),
  ),
].map(([name, fields]) => [name, Buffer.from(`^XA${fields.join('')}^XZ`)]);

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
  return (label: LabelSource): PrintTask => ({
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

let seen = 0;

/** Milliseconds of processor that the request takes, answered or refused, done as a worker does it. */
export function processorMs({ label, task }: Heavy): number {
  const request = task({ ...labelSource(), ...label, contentId: `worst ${seen++}` });
  const began = process.cpuUsage();
  try {
    runTask(request);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code === 'internal') throw error;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
