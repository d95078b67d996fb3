import { bwipMatrix, bwipModules } from '../../../src/symbology/bwip.ts';
import { drawMarker } from '../../../src/template/raster-markers/draw-marker.ts';
import { dotsOf, sizeOf } from '../../../src/template/raster-markers/raster.ts';
import { type Picture, prepareReader, readSymbol } from '../../../test/support/symbol-reader.ts';
import { random } from '../../harness/random.ts';
import { atLeast, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';

/** Fails the run at the first symbol that differs from the general encoder's in what it says. */
export const equivalence: Suite = {
  name: 'equivalence',
  what: 'symbols of random payloads next to those of bwip-js',
  method:
    'Linear symbols module for module; a Code 128 may differ if it is no longer and reads the same. Others are read: the ' +
    'same data, of QR Codes the same level. The first symbol that differs fails the run.',
  run,
};

const DIGITS = '0123456789';
const CODE39 = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%`;
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');

interface Linear {
  readonly symbology: string;
  readonly alphabet: string;
  /** Characters: from one to another, or exactly this many. */
  readonly length: readonly [least: number, most: number];
  /** Only even numbers of characters. */
  readonly inPairs?: boolean;
  /** Two widths of elements: how much wider a wide one is differs. */
  readonly twoWidths?: boolean;
  reference(text: string): Readonly<Record<string, unknown>>;
}

const LINEAR: readonly Linear[] = [
  {
    symbology: 'code128',
    alphabet: ASCII,
    length: [1, 30],
    reference: (text) => ({ bcid: 'code128', text }),
  },
  {
    symbology: 'code128',
    alphabet: DIGITS,
    length: [1, 30],
    reference: (text) => ({ bcid: 'code128', text }),
  },
  {
    symbology: 'code128',
    alphabet: `${DIGITS}${DIGITS}AB`,
    length: [1, 30],
    reference: (text) => ({ bcid: 'code128', text }),
  },
  {
    symbology: 'code39',
    alphabet: CODE39,
    length: [1, 25],
    twoWidths: true,
    reference: (text) => ({ bcid: 'code39', text }),
  },
  {
    symbology: 'code93',
    alphabet: CODE39,
    length: [1, 25],
    reference: (text) => ({ bcid: 'code93', text, includecheck: true }),
  },
  {
    symbology: 'interleaved2of5',
    alphabet: DIGITS,
    length: [2, 20],
    inPairs: true,
    twoWidths: true,
    reference: (text) => ({ bcid: 'interleaved2of5', text }),
  },
  {
    symbology: 'industrial2of5',
    alphabet: DIGITS,
    length: [1, 20],
    twoWidths: true,
    reference: (text) => ({ bcid: 'industrial2of5', text }),
  },
  {
    symbology: 'standard2of5',
    alphabet: DIGITS,
    length: [1, 20],
    twoWidths: true,
    reference: (text) => ({ bcid: 'iata2of5', text }),
  },
  {
    symbology: 'codabar',
    alphabet: `${DIGITS}-$:/.+`,
    length: [1, 20],
    twoWidths: true,
    reference: (text) => ({ bcid: 'rationalizedCodabar', text: `A${text}A` }),
  },
  {
    symbology: 'msi',
    alphabet: DIGITS,
    length: [1, 13],
    twoWidths: true,
    reference: (text) => ({ bcid: 'msi', text, includecheck: true }),
  },
  { symbology: 'ean13', alphabet: DIGITS, length: [12, 12], reference: (text) => ({ bcid: 'ean13', text }) },
  { symbology: 'ean8', alphabet: DIGITS, length: [7, 7], reference: (text) => ({ bcid: 'ean8', text }) },
  { symbology: 'upca', alphabet: DIGITS, length: [11, 11], reference: (text) => ({ bcid: 'upca', text }) },
  { symbology: 'ean5', alphabet: DIGITS, length: [5, 5], reference: (text) => ({ bcid: 'ean5', text }) },
  { symbology: 'ean2', alphabet: DIGITS, length: [2, 2], reference: (text) => ({ bcid: 'ean2', text }) },
];

interface Matrix {
  readonly symbology: string;
  readonly ec?: string;
  readonly reference: Readonly<Record<string, unknown>>;
  /** Height of a row in modules. */
  readonly rowHeight?: number;
}

const MATRIX: readonly Matrix[] = [
  ...['L', 'M', 'Q', 'H'].map((ec) => ({
    symbology: 'qrcode',
    ec,
    reference: { bcid: 'qrcode', eclevel: ec, fixedeclevel: true },
  })),
  { symbology: 'datamatrix', reference: { bcid: 'datamatrix' } },
  ...['1', '2', '5'].map((ec) => ({
    symbology: 'pdf417',
    ec,
    rowHeight: 3,
    reference: { bcid: 'pdf417', eclevel: ec, rowmult: 1 },
  })),
  { symbology: 'azteccode', ec: '23', reference: { bcid: 'azteccode', eclevel: 23, format: 'full' } },
];

/**
 * Symbologies whose error correction level can be read back; elsewhere readers tell the share of error correction
 * codewords.
 */
const NAMED_LEVELS: ReadonlySet<string> = new Set(['qrcode']);

const ALPHABETS = [DIGITS, CODE39, ASCII, 'abcdefghijklmnopqrstuvwxyz .,', 'aBcDeF123;:~`{}|'];

async function run({ quick }: Options): Promise<Row[]> {
  await prepareReader();
  const payloads = quick ? 100 : 2000;
  let readOfBoth = 0;
  for (const linear of LINEAR) {
    const next = random(payloads);
    for (let i = 0; i < payloads; i++) {
      const value = payload(next, linear.alphabet, linear.length);
      await compareModules(linear, linear.inPairs ? value.slice(value.length % 2) : value);
    }
  }
  for (const matrix of MATRIX) {
    const next = random(payloads);
    for (let i = 0; i < payloads; i++) {
      const parts = Array.from({ length: 1 + next(4) }, () =>
        payload(next, ALPHABETS[next(ALPHABETS.length)] as string, [1, 30]),
      );
      if (await compareReadings(matrix, parts.join(''))) readOfBoth++;
    }
  }
  const kinds = LINEAR.length + MATRIX.length;
  return [
    {
      name: 'symbols that say the same',
      value: payloads * kinds,
      unit: 'symbols',
      ratio: 1,
      of: 'all',
      detail: {
        'kinds of symbols': kinds,
        'compared module for module': payloads * LINEAR.length,
        'read, ours': payloads * MATRIX.length,
        "read, bwip-js's": readOfBoth,
      },
      marks: [binding(atLeast(1, 'ratio'))],
      claim: 'Every random symbol reads as the same data as the one that bwip-js makes',
    },
  ];
}

async function compareModules(linear: Linear, value: string): Promise<void> {
  const { symbology, twoWidths = false, reference } = linear;
  const theirs = bwipModules(reference(value)).filter((width) => width > 0);
  const ours = barsOf(ownRaster(symbology, value, 1));
  const compared = (widths: readonly number[]): string =>
    (twoWidths ? widths.map((width) => (width > 1 ? 2 : 1)) : widths).join('');
  if (compared(ours) === compared(theirs)) return;
  const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
  // Code 128 can often be coded in several ways of the same length.
  const isAsGood = symbology === 'code128' && total(ours) <= total(theirs);
  if (isAsGood && (await readSymbol(ownRaster(symbology, value, 2)))?.text === value) return;
  throw new Error(`${symbology} of ${JSON.stringify(value)}: ${compared(ours)} is not ${compared(theirs)}`);
}

/** Whether the general encoder's symbol could be read too. Throws when ours cannot, or when they differ. */
async function compareReadings(matrix: Matrix, value: string): Promise<boolean> {
  const { symbology, ec, reference, rowHeight = 1 } = matrix;
  const module = 3;
  const ours = await readSymbol(ownRaster(symbology, value, module, ec));
  const grid = bwipMatrix({ ...reference, text: value });
  const moduleHeight = module * rowHeight;
  const symbol = { kind: 'matrix', ...grid, moduleWidth: module, moduleHeight } as const;
  const placed = { symbol, rotation: 'N', quietX: 0, quietY: 0 } as const;
  const theirs = await readSymbol({ ...sizeOf(placed), data: dotsOf(placed) });
  if (ours === null || ours.text !== value) {
    throw new Error(`${symbology} ${ec ?? ''} of ${JSON.stringify(value)} reads as ${JSON.stringify(ours)}`);
  }
  // A symbol of the general encoder that the reader cannot read says nothing about ours.
  const sameLevel = !NAMED_LEVELS.has(symbology) || theirs?.level === ours.level;
  if (theirs !== null && (theirs.text !== ours.text || !sameLevel)) {
    throw new Error(
      `${symbology} ${ec ?? ''} of ${JSON.stringify(value)}: ${JSON.stringify([ours, theirs])}`,
    );
  }
  return theirs !== null;
}

function ownRaster(symbology: string, value: string, module: number, ec?: string): Picture {
  const request = { symbology, value, module, rotation: 'N' } as const;
  const raster = drawMarker(ec === undefined ? request : { ...request, ec });
  if (!raster.ok) throw new Error(`${symbology} of ${JSON.stringify(value)}: ${raster.reason}`);
  return raster;
}

/** Widths of bars and spaces in the first row of dots. */
function barsOf({ width, data }: Picture): number[] {
  const widths: number[] = [];
  let before = -1;
  for (let x = 0; x < width; x++) {
    const color = ((data[x >> 3] as number) >> (7 - (x & 7))) & 1;
    if (color === before) widths[widths.length - 1] = (widths.at(-1) as number) + 1;
    else widths.push(1);
    before = color;
  }
  return widths;
}

function payload(
  next: (below: number) => number,
  alphabet: string,
  [least, most]: readonly [number, number],
): string {
  return Array.from({ length: least + next(most - least + 1) }, () => alphabet[next(alphabet.length)]).join(
    '',
  );
}
