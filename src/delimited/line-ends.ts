import { Instance, type Memory, Module } from '../web-assembly.ts';

/** Bytes that one call can take. */
export const BLOCK_BYTES_MAX = 1 << 20;

/** The state between two blocks. */
export interface LineState {
  readonly mayBeQuoted: boolean;
  /** Whether the block begins inside quotes. */
  readonly inQuotes: boolean;
  /** Whether the line that continues in the block has no bytes so far, or a carriage return alone. */
  readonly isBlank: boolean;
}

/** Line ends of a block that are outside quotes. */
export interface LineEnds {
  /** Line ends of lines that are not blank. */
  readonly records: number;
  /** The offset after the last one; 0 for none. */
  readonly end: number;
  /** Whether the block ends inside quotes. */
  readonly inQuotes: boolean;
  /** A bit for each byte of the block, from the lowest on: whether it is a line end. Overwritten by the next call. */
  readonly bits: Uint16Array;
}

/**
 * Finds the line ends of a block, 64 bytes at once: 5 to 8 GB a second, whether values are short or long, quoted or
 * not. JavaScript alone reads 0.6 to 2.4 GB a second if there are quotes, and each shard reads the whole input before
 * its part.
 *
 * @param block at most {@link BLOCK_BYTES_MAX} bytes
 */
export function findLineEnds(block: Uint8Array, { mayBeQuoted, inQuotes, isBlank }: LineState): LineEnds {
  const { memory, scan, results } = (scanner ??= openScanner());
  const { length } = block;
  const bytes = new Uint8Array(memory.buffer, INPUT, length + STEP);
  bytes.set(block);
  // Bytes of an earlier block are no line ends.
  bytes.fill(0, length);
  scan(length, mayBeQuoted ? -1 : 0, inQuotes ? -1 : 0, isBlank ? 1 : 0);
  const [records = 0, end = 0, quoted = 0] = results;
  const bits = new Uint16Array(memory.buffer, OUTPUT, Math.ceil(length / BITS));
  return { records, end, inQuotes: quoted !== 0, bits };
}

interface Scanner {
  readonly memory: Memory;
  /** The results of the last call: records, end, and whether quotes are open. */
  readonly results: Int32Array;
  scan(length: number, useQuotes: number, inQuotes: number, isBlank: number): void;
}

/** Bytes of a vector. */
const LANES = 16;
/** Bytes of a step: their bits, one for each, fit a number. */
const STEP = 64;
/** Bits of a word of the output. */
const BITS = 16;
/** The place of the input, after the results. The byte before it stays 0, as the one before the first byte. */
const INPUT = 16;
const OUTPUT = INPUT + BLOCK_BYTES_MAX + STEP;
const PAGE_BYTES = 65_536;
const PAGES = Math.ceil((OUTPUT + (BLOCK_BYTES_MAX + STEP) / 8) / PAGE_BYTES);

let scanner: Scanner | undefined;

function openScanner(): Scanner {
  const { exports } = new Instance(new Module(moduleBytes()), {});
  const memory = exports['memory'] as Memory;
  return {
    memory,
    results: new Int32Array(memory.buffer, 0, 3),
    scan: exports['scan'] as Scanner['scan'],
  };
}

// The module, by the sections of the WebAssembly core specification, 5.4 and 5.5. Parameters and locals by their index:

const LENGTH = 0;
/** All bits are set where quotes count, none otherwise. */
const USE_QUOTES = 1;
/** All bits are set inside quotes. */
const IN_QUOTES = 2;
/** 1 where the next byte is the first of a line. */
const IS_BLANK = 3;
const AT = 4;
const RECORDS = 5;
const END = 6;
/** Bits of the 64 bytes: quotes, and then whether a byte is inside of some. */
const QUOTES = 7;
/** The parameters as masks of 64 bits. */
const QUOTES_MASK = 8;
const INSIDE = 9;
const AT_START = 10;
/** Line ends outside quotes. */
const ENDS = 11;
/** First bytes of lines. */
const STARTS = 12;
/** Bytes after first bytes of lines. */
const SECONDS = 13;
/** 1 where the next byte is one. */
const AT_SECOND = 14;
/** The four vectors of a step, and the first of those that they are compared with. */
const BYTES = 15;
const QUOTE_LANES = BYTES + STEP / LANES;
const LINE_FEED_LANES = QUOTE_LANES + 1;
const RETURN_LANES = LINE_FEED_LANES + 1;

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const constant32 = (value: number): number[] => [0x41, ...signed(value)];
const constant = (value: number): number[] => [0x42, ...signed(value)];
const ADD32 = 0x6a;
const SUB32 = 0x6b;
const OR32 = 0x72;
const SHL32 = 0x74;
const SHR_U32 = 0x76;
const LT_U32 = 0x49;
const SUB = 0x7d;
const AND = 0x83;
const OR = 0x84;
const XOR = 0x85;
const SHL = 0x86;
const SHR_U = 0x88;
const CLZ = 0x79;
const POPCNT = 0x7b;
const EQUAL = 0x51;
const TO_32 = 0xa7;
const FROM_32 = 0xad;
const FROM_SIGNED_32 = 0xac;
const NOT = [...constant(-1), XOR];
const LOOP = [0x03, 0x40];
const IF_ANY_BIT = [...constant(0), 0x52, 0x04, 0x40];
const END_BLOCK = 0x0b;
const BYTE_BEFORE = [0x31, 0, ...unsigned(INPUT - 1)];
const splat = (byte: number): number[] => [...constant32(byte), 0xfd, 0x0f];
const VECTORS = [0, 1, 2, 3];
/** Bits of a vector's bytes that equal those of another, in 32 bits. */
const equalLanes = (vector: number, lanes: number): number[] => [
  ...get(BYTES + vector),
  ...get(lanes),
  0xfd,
  0x23,
  0xfd,
  0x64,
];
/** Bits of the bytes that equal those of a vector. */
const equal = (lanes: number): number[] => {
  const pair = (first: number): number[] => [
    ...equalLanes(first, lanes),
    ...equalLanes(first + 1, lanes),
    ...constant32(LANES),
    SHL32,
    OR32,
    FROM_32,
  ];
  return [...pair(0), ...pair(2), ...constant(32), SHL, OR];
};
const shifted = (bits: number, carried: number): number[] => [
  ...get(bits),
  ...constant(1),
  SHL,
  ...get(carried),
  OR,
];
/** The last byte's bit. */
const lastOf = (bits: number): number[] => [...get(bits), ...constant(63), SHR_U];
const store = (value: readonly number[], offset: number): number[] => [
  ...constant32(0),
  ...value,
  0x36,
  2,
  offset,
];

function body(): number[] {
  // biome-ignore format: a line for each step
  return [
    ...splat(0x22), ...set(QUOTE_LANES),
    ...splat(0x0a), ...set(LINE_FEED_LANES),
    ...splat(0x0d), ...set(RETURN_LANES),
    ...get(USE_QUOTES), FROM_SIGNED_32, ...set(QUOTES_MASK),
    ...get(IN_QUOTES), FROM_SIGNED_32, ...set(INSIDE),
    ...get(IS_BLANK), FROM_32, ...set(AT_START),
    ...LOOP,
    ...VECTORS.flatMap((vector) => [
      ...get(AT), 0xfd, 0x00, 0, ...unsigned(INPUT + vector * LANES), ...set(BYTES + vector),
    ]),
    // Each bit becomes the parity of the quotes up to its byte.
    ...equal(QUOTE_LANES), ...get(QUOTES_MASK), AND, ...set(QUOTES),
    ...[1, 2, 4, 8, 16, 32].flatMap((bits) => [
      ...get(QUOTES), ...get(QUOTES), ...constant(bits), SHL, XOR, ...set(QUOTES),
    ]),
    ...get(QUOTES), ...get(INSIDE), XOR, ...set(QUOTES),
    ...constant(0), ...lastOf(QUOTES), SUB, ...set(INSIDE),
    ...equal(LINE_FEED_LANES), ...get(QUOTES), ...NOT, AND, ...set(ENDS),
    // Eight bytes for 64.
    ...get(AT), ...constant32(3), SHR_U32, ...get(ENDS), 0x37, 3, ...unsigned(OUTPUT),
    ...shifted(ENDS, AT_START), ...set(STARTS),
    ...shifted(STARTS, AT_SECOND), ...set(SECONDS),
    ...lastOf(ENDS), ...set(AT_START),
    ...lastOf(STARTS), ...set(AT_SECOND),
    // A line end ends no record at the first byte of a line, nor after a carriage return that is the first byte.
    ...get(ENDS), ...get(SECONDS), AND, ...IF_ANY_BIT,
    ...equal(RETURN_LANES), ...constant(1), SHL,
    ...get(AT), ...BYTE_BEFORE, ...constant(0x0d), EQUAL, FROM_32, OR,
    ...get(SECONDS), AND, ...get(STARTS), OR, ...set(STARTS),
    END_BLOCK,
    ...get(RECORDS), ...get(ENDS), ...get(STARTS), ...NOT, AND, POPCNT, TO_32, ADD32, ...set(RECORDS),
    ...get(ENDS), ...IF_ANY_BIT,
    ...get(AT), ...constant32(STEP), ADD32, ...get(ENDS), CLZ, TO_32, SUB32, ...set(END),
    END_BLOCK,
    ...get(AT), ...constant32(STEP), ADD32, ...tee(AT), ...get(LENGTH), LT_U32, 0x0d, 0, // br_if
    END_BLOCK,
    ...store(get(RECORDS), 0), ...store(get(END), 4), ...store([...get(INSIDE), TO_32], 8),
    END_BLOCK,
  ];
}

function moduleBytes(): Uint8Array {
  const locals = [3, 3, I32, 8, I64, 7, V128];
  const code = [...locals, ...body()];
  const text = (name: string): number[] => [name.length, ...Buffer.from(name)];
  const sections: readonly (readonly [id: number, content: readonly number[]])[] = [
    [1, [1, 0x60, 4, I32, I32, I32, I32, 0]],
    [3, [1, 0]],
    [5, [1, 0, PAGES]],
    [7, [2, ...text('memory'), 2, 0, ...text('scan'), 0, 0]],
    [10, [1, ...unsigned(code.length), ...code]],
  ];
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return Uint8Array.from([
    ...header,
    ...sections.flatMap(([id, content]) => [id, ...unsigned(content.length), ...content]),
  ]);
}

/** A number by seven bits a byte, the lowest first (LEB128), the last with its sign. */
function signed(number: number): number[] {
  return number >= -0x40 && number < 0x40
    ? [number & 0x7f]
    : [(number & 0x7f) | 0x80, ...signed(number >> 7)];
}

/** {@link signed} for numbers without a sign. */
function unsigned(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...unsigned(number >>> 7)];
}
