import { DIGITS } from '../characters.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { convolutionalLayout, LEAST_SIDE, MOST_SIDE, WHITENING } from './convolutional-layout.ts';

/** The levels of error correction that ECC 200 replaced; none at all in ECC 000. */
export type ConvolutionalEcc = 0 | 50 | 80 | 100 | 140;

/** The packing of characters in a symbol below ECC 200, by the format number in the symbol. */
export type ConvolutionalFormat = 1 | 2 | 3 | 4 | 5 | 6;

export interface ConvolutionalShape {
  readonly ecc: ConvolutionalEcc;
  readonly format: ConvolutionalFormat;
  /** Modules along each side, odd, 9 to 49; the least that will do when absent. */
  readonly side?: number;
}

interface Code {
  /** Bits that tell the code, as they are sent. */
  readonly header: string;
  /** Cycles for which a bit is kept. */
  readonly memory: number;
  /**
   * For each bit that comes out of a cycle, and each that goes in: bit n is set where the input n cycles ago counts.
   */
  readonly taps: readonly (readonly number[])[];
}

/** ISO/IEC 16022:2000, annex E. */
const CODES: Readonly<Record<ConvolutionalEcc, Code>> = {
  0: { header: '0111111', memory: 0, taps: [[1]] },
  50: {
    header: '0111000000000111000',
    memory: 3,
    taps: [
      [0x1, 0x8, 0xe],
      [0xc, 0xb, 0x0],
      [0xe, 0x2, 0x3],
      [0x3, 0x7, 0xb],
    ],
  },
  80: {
    header: '0111000000111000111',
    memory: 11,
    taps: [
      [0x4eb, 0x988],
      [0x732, 0x349],
      [0x0e1, 0xa97],
    ],
  },
  100: { header: '0111000000111111111', memory: 15, taps: [[0x87e5], [0xe85b]] },
  140: { header: '0111000111000111111', memory: 13, taps: [[0x3491], [0x2f99], [0x3ab7], [0x3eb7]] },
};

interface Format {
  /** The characters in the order of their values. */
  readonly characters: string;
  /** Characters that share a number. */
  readonly group: number;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** ISO/IEC 16022:2000, annex C. */
const FORMATS: Readonly<Record<ConvolutionalFormat, Format>> = {
  1: { characters: ` ${DIGITS}`, group: 6 },
  2: { characters: ` ${LETTERS}`, group: 5 },
  3: { characters: ` ${LETTERS}${DIGITS}.,-/`, group: 4 },
  4: { characters: ` ${LETTERS}${DIGITS}`, group: 4 },
  5: { characters: String.fromCharCode(...Array(128).keys()), group: 1 },
  6: { characters: String.fromCharCode(...Array(256).keys()), group: 1 },
};

const FORMAT_BITS = 5;
const CRC_BITS = 16;
const LENGTH_BITS = 9;

/** The characters of a format. */
export function charactersOf(format: ConvolutionalFormat): string {
  return FORMATS[format].characters;
}

/** The number of characters that fit: at most 511, the greatest length that a symbol can state. */
export function mostCharacters({ ecc, format, side = MOST_SIDE }: ConvolutionalShape): number {
  let most = (1 << LENGTH_BITS) - 1;
  while (most > 0 && bitsOf(ecc, format, most) > (side - 2) ** 2) most--;
  return most;
}

/**
 * The symbol of ECC 000 to 140 that holds these characters, each a byte, or null where they do not fit or are not all
 * of the format: its number, check and length before the data, a convolutional code over all of it, whitened.
 */
export function encodeConvolutional(
  data: string,
  { ecc, format, side }: ConvolutionalShape,
): ModuleMatrix | null {
  if (data.length >= 1 << LENGTH_BITS) return null;
  const bits = bitsOf(ecc, format, data.length);
  let columns = side ?? LEAST_SIDE;
  if (side === undefined) while ((columns - 2) ** 2 < bits && columns < MOST_SIDE) columns += 2;
  if ((columns - 2) ** 2 < bits) return null;

  const record = recordOf(data, format);
  if (record === null) return null;
  const stream = convolved(record, CODES[ecc]);
  const layout = convolutionalLayout(columns);
  const cells = new Uint8Array(layout.length);
  for (let i = 0; i < layout.length; i++) {
    const bit = layout[i] as number;
    if (bit < 0) cells[i] = -1 - bit;
    else cells[i] = (stream[bit] ?? 0) ^ (((WHITENING[bit >> 3] as number) >> (7 - (bit & 7))) & 1);
  }
  return { columns, rows: columns, cells };
}

/** Bits of a symbol before it is filled up. */
function bitsOf(ecc: ConvolutionalEcc, format: ConvolutionalFormat, length: number): number {
  const { group } = FORMATS[format];
  const { header, memory, taps } = CODES[ecc];
  const data = Math.floor(length / group) * widthOf(format, group) + widthOf(format, length % group);
  const record = FORMAT_BITS + CRC_BITS + LENGTH_BITS + data;
  return header.length + taps.length * (Math.ceil(record / inputsOf(taps)) + memory);
}

function inputsOf(taps: Code['taps']): number {
  return taps[0]?.length ?? 0;
}

/** Bits of the greatest number that `characters` characters make. */
function widthOf(format: ConvolutionalFormat, characters: number): number {
  return 32 - Math.clz32(FORMATS[format].characters.length ** characters - 1);
}

/**
 * The bits that a reader returns, or null for a character that the format lacks. Numbers are sent from their low end.
 */
function recordOf(data: string, format: ConvolutionalFormat): number[] | null {
  const { characters, group } = FORMATS[format];
  const bits = Array.from((format - 1).toString(2).padStart(FORMAT_BITS, '0'), Number);
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  write(crcOf(data, format), CRC_BITS);
  write(data.length, LENGTH_BITS);
  for (let at = 0; at < data.length; at += group) {
    const together = Math.min(group, data.length - at);
    let number = 0;
    for (let i = together - 1; i >= 0; i--) {
      const value = characters.indexOf(data[at + i] as string);
      if (value < 0) return null;
      number = number * characters.length + value;
    }
    write(number, widthOf(format, together));
  }
  return bits;
}

/** CRC-16/KERMIT over the format, a zero and the bytes of the data. */
function crcOf(data: string, format: ConvolutionalFormat): number {
  let crc = 0;
  for (let at = -2; at < data.length; at++) {
    crc ^= at >= 0 ? data.charCodeAt(at) : at === -2 ? format : 0;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

/** The header, then the bits through the shift registers of a code, and zeros until the registers are empty. */
function convolved(bits: readonly number[], { header, memory, taps }: Code): number[] {
  const inputs = inputsOf(taps);
  const registers = new Array<number>(inputs).fill(0);
  const sent = Array.from(header, Number);
  const cycles = Math.ceil(bits.length / inputs) + memory;
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (let i = 0; i < inputs; i++) {
      registers[i] = ((registers[i] as number) << 1) | (bits[cycle * inputs + i] ?? 0);
    }
    for (const masks of taps) {
      let heard = 0;
      for (let i = 0; i < inputs; i++) heard ^= (masks[i] as number) & (registers[i] as number);
      sent.push(parityOf(heard));
    }
  }
  return sent;
}

/** 1 where an odd number of sixteen bits is set. */
function parityOf(bits: number): number {
  const folded = bits ^ (bits >> 8);
  return (0x6996 >> ((folded ^ (folded >> 4)) & 15)) & 1;
}
