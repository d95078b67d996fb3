import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bits, codeOf, DeflateBits, lengthOf } from '../../src/encode/bits.ts';
import { expectEqual } from '../support/expect-equal.ts';

const code = fc
  .integer({ min: 1, max: 24 })
  .chain((length) => fc.nat((1 << length) - 1).map((value) => codeOf(value, length)));
const codes = fc.array(code, { maxLength: 40 });

/** As zeros and ones, the first bit first. */
function textOf(list: readonly number[]): string {
  return list.map((each) => digits(each >>> 5, lengthOf(each))).join('');
}

function digits(value: number, length: number): string {
  return Array.from({ length }, (_, bit) => (value >>> bit) & 1).join('');
}

/** Bits that were written, as zeros and ones. */
function written(writer: DeflateBits): string {
  const text = Array.from(writer.bytes(), (byte) => digits(byte, 8)).join('');
  expect(text.slice(writer.length)).toMatch(/^0{0,7}$/);
  return text.slice(0, writer.length);
}

function bitsOf(list: readonly number[], reused?: Bits): Bits {
  const writer = new DeflateBits();
  writer.putAll(Int32Array.from(list), list.length);
  return writer.bits(reused);
}

describe('BitWriter', () => {
  it('writes codes and bits one after another', () => {
    fc.assert(
      fc.property(codes, codes, codes, (before, added, after) => {
        const writer = new DeflateBits();
        for (const each of before) writer.put(each);
        writer.add(bitsOf(added, bitsOf(before)));
        writer.putAll(Int32Array.from(after), after.length);
        expectEqual(written(writer), textOf([...before, ...added, ...after]));
      }),
    );
  });

  it('goes on where it was cut back to', () => {
    fc.assert(
      fc.property(codes, codes, codes, (kept, cut, after) => {
        const writer = new DeflateBits();
        writer.putAll(Int32Array.from(kept), kept.length);
        const { length } = writer;
        writer.add(bitsOf(cut));
        writer.cutBack(length);
        for (const each of after) writer.put(each);
        expectEqual(written(writer), textOf([...kept, ...after]));
      }),
    );
  });

  it('keeps what was written when it takes more memory', () => {
    const writer = new DeflateBits();
    const list = new Int32Array(2000).map((_, i) => codeOf(i * 997, 24));
    let text = '';
    for (let i = 0; i < 10; i++) {
      writer.reserve(list.length * 24);
      writer.putAll(list, list.length);
      text += textOf([...list]);
    }
    expectEqual(written(writer), text);
  });
});
