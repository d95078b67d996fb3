/**
 * Deflate (RFC 1951) for rows that mostly repeat the row above: fixed codes, and no search for matches but runs of
 * one byte and whole rows of zeros. On the rows of labels it takes a fraction of the time of zlib, whose
 * preparations alone last longer than compressing a few rows.
 *
 * @param lines rows of `rowBytes`, each a filter byte and then data.
 * @param repeats for each row, whether its data is all zero and it has the same filter byte as the row before.
 * @returns a part of a deflate stream: it ends on a whole byte and has no last block.
 */
export function deflateRows(lines: Uint8Array, rowBytes: number, repeats: Uint8Array): Uint8Array {
  const bits = new BitWriter(lines.length);
  bits.write(FIXED_BLOCK, 3);
  const rows = lines.length / rowBytes;
  for (let y = 0; y < rows; ) {
    let next = y + 1;
    if (repeats[y] === 1 && repeats[y - 1] === 1 && rowBytes >= MATCH_MIN) {
      while (repeats[next] === 1) next++;
      writeRepeat(bits, (next - y) * rowBytes, rowBytes);
    } else {
      writeRuns(bits, lines, y * rowBytes, next * rowBytes);
    }
    y = next;
  }
  bits.write(0, END_OF_BLOCK_BITS);
  return bits.flush();
}

/** "Not the last block" and "fixed codes". */
const FIXED_BLOCK = 0b010;
const END_OF_BLOCK_BITS = 7;
const MATCH_MIN = 3;
const MATCH_MAX = 258;
const DISTANCE_BITS = 5;

function writeRuns(bits: BitWriter, lines: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const byte = lines[at] as number;
    let end = at + 1;
    while (end < to && lines[end] === byte) end++;
    bits.write(LITERALS.codes[byte] as number, LITERALS.lengths[byte] as number);
    at++;
    while (end - at >= MATCH_MIN) {
      const length = Math.min(end - at, MATCH_MAX);
      // The distance 1 is five zeros.
      bits.write(MATCHES.codes[length] as number, (MATCHES.lengths[length] as number) + DISTANCE_BITS);
      at += length;
    }
    for (; at < end; at++) bits.write(LITERALS.codes[byte] as number, LITERALS.lengths[byte] as number);
  }
}

/** Repeats what stands `distance` bytes before, as often as it takes. */
function writeRepeat(bits: BitWriter, count: number, distance: number): void {
  // From 3 on: pairs of codes share a number of further bits.
  const extraBits = Math.max(0, 30 - Math.clz32(distance - 1));
  const code = distance <= 2 ? distance - 1 : 2 * extraBits + 2 + (((distance - 1) >> extraBits) & 1);
  const extra = (distance - 1) & ((1 << extraBits) - 1);
  for (let left = count; left > 0; ) {
    // What is left over must be no shorter than a match can be.
    const length =
      left > MATCH_MAX && left < MATCH_MAX + MATCH_MIN ? left - MATCH_MIN : Math.min(left, MATCH_MAX);
    bits.write(MATCHES.codes[length] as number, MATCHES.lengths[length] as number);
    bits.write(backwards(code, DISTANCE_BITS), DISTANCE_BITS);
    bits.write(extra, extraBits);
    left -= length;
  }
}

/** Codes as they are written, first bit lowest, and their lengths in bits. */
interface Codes {
  readonly codes: Uint32Array;
  readonly lengths: Uint8Array;
}

/** The fixed code of a literal or length symbol. */
function fixedCode(symbol: number): readonly [code: number, length: number] {
  if (symbol < 144) return [backwards(0x30 + symbol, 8), 8];
  if (symbol < 256) return [backwards(0x190 + symbol - 144, 9), 9];
  if (symbol < 280) return [backwards(symbol - 256, 7), 7];
  return [backwards(0xc0 + symbol - 280, 8), 8];
}

function tableOf(size: number, entry: (index: number) => readonly [code: number, length: number]): Codes {
  const entries = Array.from({ length: size }, (_, index) => entry(index));
  return {
    codes: Uint32Array.from(entries, ([code]) => code),
    lengths: Uint8Array.from(entries, ([, length]) => length),
  };
}

const LITERALS = tableOf(256, fixedCode);

/** By the length of the match; its further bits stand above the symbol's. */
const MATCHES = tableOf(MATCH_MAX + 1, (length) => {
  if (length < MATCH_MIN) return [0, 0];
  if (length === MATCH_MAX) return fixedCode(285);
  const extraBits = Math.max(0, 29 - Math.clz32(length - MATCH_MIN));
  const group = extraBits === 0 ? length - MATCH_MIN : 4 * extraBits + ((length - MATCH_MIN) >> extraBits);
  const [code, bits] = fixedCode(257 + group);
  const extra = (length - MATCH_MIN) & ((1 << extraBits) - 1);
  return [code | (extra << bits), bits + extraBits];
});

/** Huffman codes are sent from their highest bit on, everything else from its lowest. */
function backwards(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}

class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #pending = 0;
  #pendingBits = 0;

  /** @param inputBytes none of which takes more than nine bits. */
  constructor(inputBytes: number) {
    this.#bytes = new Uint8Array(Math.ceil((inputBytes * 9) / 8) + 16);
  }

  /** At most 24 bits, lowest first. */
  write(value: number, count: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += count;
    while (this.#pendingBits >= 8) {
      this.#bytes[this.#at++] = this.#pending;
      this.#pending >>>= 8;
      this.#pendingBits -= 8;
    }
  }

  /** An empty stored block, which fills up the last byte; a copy of all that was written. */
  flush(): Uint8Array {
    this.write(0, 3);
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits);
    for (const byte of [0, 0, 0xff, 0xff]) this.#bytes[this.#at++] = byte;
    return this.#bytes.slice(0, this.#at);
  }
}
