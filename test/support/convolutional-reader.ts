import { WHITENING } from '../../src/symbology/data-matrix/convolutional-layout.ts';
import type { ModuleMatrix } from '../../src/symbology/module-matrix.ts';

/** Data of a Data Matrix of ECC 000 to 140. */
export interface ConvolutionalReading {
  readonly ecc: number;
  readonly format: number;
  readonly text: string;
  /** Bits of all modules within the border, in the order in which they were sent and no longer whitened. */
  readonly stream: string;
  /** Bits that the code protects: format, check, length and data. */
  readonly record: string;
}

/** The last inputs that count, the latest first, for each input bit and each output bit. */
const CODES: Readonly<
  Record<string, { readonly ecc: number; readonly inputs: readonly (readonly string[])[] }>
> = {
  '0111000000000111000': {
    ecc: 50,
    inputs: [
      ['1000', '0011', '0111', '1100'],
      ['0001', '1101', '0100', '1110'],
      ['0111', '0000', '1100', '1101'],
    ],
  },
  '0111000000111000111': {
    ecc: 80,
    inputs: [
      ['110101110010', '010011001110', '100001110000'],
      ['000100011001', '100100101100', '111010010101'],
    ],
  },
  '0111000000111111111': { ecc: 100, inputs: [['1010011111100001', '1101101000010111']] },
  '0111000111000111111': {
    ecc: 140,
    inputs: [['10001001001011', '10011001111101', '11101101010111', '11101101011111']],
  },
};
const NO_CODE = '0111111';

const ALPHABETS = [
  ' 0123456789',
  ' ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-/',
  ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
];

/** Bits of groups of one character, of two and so on, by format. */
const WIDTHS = [[4, 7, 11, 14, 18, 21], [5, 10, 15, 20, 24], [6, 11, 17, 22], [6, 11, 16, 21], [7], [8]];

/**
 * Reads a perfect symbol step by step, independently of the encoder. Throws for any other symbol: a wrong border, bits
 * that no input of the code makes, a wrong check, or anything but zeros after the data.
 */
export function readConvolutional(grid: ModuleMatrix): ConvolutionalReading {
  const stream = streamOf(grid);
  const { ecc, record } = decoded(stream);
  const format = Number.parseInt(record.slice(0, 5), 2) + 1;
  const length = numberOf(record.slice(21, 30));
  const widths = WIDTHS[format - 1];
  if (widths === undefined) throw new Error(`there is no format ${format}`);
  const alphabet = ALPHABETS[format - 1];
  const base = BigInt(alphabet?.length ?? 256);
  let text = '';
  let at = 30;
  while (text.length < length) {
    const together = Math.min(widths.length, length - text.length);
    const width = widths[together - 1] as number;
    let value = BigInt(numberOf(record.slice(at, at + width)));
    at += width;
    for (let i = 0; i < together; i++) {
      const digit = Number(value % base);
      text += alphabet?.[digit] ?? String.fromCharCode(digit);
      value /= base;
    }
  }
  if (/1/.test(record.slice(at))) throw new Error('something follows the data');
  const check = numberOf(record.slice(5, 21));
  if (check !== checkOf(format, text)) throw new Error(`the check is ${check}`);
  return { ecc, format, text, stream, record: record.slice(0, at) };
}

/** CCITT's polynomial over the low ends of bytes: the remainder of a long division, read backwards. */
export function checkOf(format: number, text: string): number {
  let dividend = '';
  for (const byte of [format, 0, ...Buffer.from(text, 'latin1')]) dividend += backwards(byte, 8);
  const bits = Array.from(`${dividend}${'0'.repeat(16)}`, Number);
  for (let i = 0; i < bits.length - 16; i++) {
    if (bits[i] === 1) for (const power of [16, 12, 5, 0]) (bits[i + 16 - power] as number) ^= 1;
  }
  return numberOf(bits.slice(-16).join(''));
}

/** The modules in the order in which they were sent, by the places of bits rather than the bits of places. */
function streamOf({ columns, rows, cells }: ModuleMatrix): string {
  if (columns !== rows) throw new Error('not a square');
  const dark = (x: number, y: number) => cells[y * columns + x] === 1;
  for (let i = 0; i < columns; i++) {
    const dashed = i % 2 === 0;
    if (!dark(0, i) || !dark(i, rows - 1) || dark(i, 0) !== dashed || dark(columns - 1, i) !== dashed)
      throw new Error(`the border is wrong at ${i}`);
  }
  const side = columns - 2;
  const order = Array.from({ length: side }, (_, i) => i).toSorted((a, b) =>
    backwards(a, 6) < backwards(b, 6) ? -1 : 1,
  );
  const places: { x: number; y: number }[] = [];
  for (let i = 0; i < side * side; i++) {
    const row = order[i % side] as number;
    places.push({ x: (order.indexOf(Math.floor(i / side)) + 2 * row) % side, y: side - 1 - row });
  }
  const last = side - 1;
  for (const [i, [x, y]] of [
    [0, last],
    [last, 0],
    [0, 0],
    [last, last],
  ].entries()) {
    const there = places.findIndex((place) => place.x === x && place.y === y);
    [places[i], places[there]] = [
      places[there] as { x: number; y: number },
      places[i] as { x: number; y: number },
    ];
  }
  return places
    .map(({ x, y }, i) => {
      const white = ((WHITENING[i >> 3] as number) << (i & 7)) & 0x80;
      return dark(x + 1, y + 1) === (white === 0) ? '1' : '0';
    })
    .join('');
}

/** Inverts the code a cycle at a time: exactly one input explains each output. */
function decoded(stream: string): { ecc: number; record: string } {
  if (stream.startsWith(NO_CODE)) return { ecc: 0, record: stream.slice(NO_CODE.length) };
  const code = CODES[stream.slice(0, 19)];
  if (code === undefined) throw new Error('the header is of no level');
  const inputs = code.inputs.length;
  const outputs = code.inputs[0]?.length ?? 0;
  const choices = Array.from({ length: 1 << inputs }, (_, choice) =>
    choice.toString(2).padStart(inputs, '0'),
  );
  const history = Array<string>(inputs).fill('0'.repeat(16));
  let record = '';
  let at = 19;
  for (; at + outputs <= stream.length; at += outputs) {
    const got = stream.slice(at, at + outputs);
    const fits = choices.filter((choice) => sent(choice, history, code.inputs) === got);
    if (fits.length !== 1) throw new Error(`bit ${at} is explained by ${fits.length} inputs`);
    const bits = fits[0] as string;
    for (let i = 0; i < inputs; i++) history[i] = `${bits[i]}${history[i]}`.slice(0, 16);
    record += bits;
  }
  if (/1/.test(stream.slice(at))) throw new Error('something follows the last cycle');
  return { ecc: code.ecc, record };
}

function sent(now: string, before: readonly string[], inputs: readonly (readonly string[])[]): string {
  let bits = '';
  for (let output = 0; output < (inputs[0]?.length ?? 0); output++) {
    let ones = 0;
    for (const [i, counted] of inputs.entries()) {
      const seen = `${now[i]}${before[i]}`;
      const taps = counted[output] as string;
      for (let delay = 0; delay < taps.length; delay++) {
        if (taps[delay] === '1' && seen[delay] === '1') ones++;
      }
    }
    bits += ones % 2;
  }
  return bits;
}

function backwards(value: number, count: number): string {
  return Array.from(value.toString(2).padStart(count, '0')).toReversed().join('');
}

/** A number that was sent with its lowest bit first. */
function numberOf(bits: string): number {
  return Number.parseInt(Array.from(bits).toReversed().join(''), 2);
}
