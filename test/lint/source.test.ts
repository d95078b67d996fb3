import { describe, expect, it } from 'vitest';
import { Source } from '../../src/lint/source.ts';
import { byteStringOf, toByteString } from '../../src/zpl/byte-string.ts';

describe('an excerpt', () => {
  it.each(['a', 'ä', '中', '😀'])('is short in a long line of %s, and cut between characters', (one) => {
    const source = new Source(toByteString(`${one.repeat(50_000)}!${one.repeat(50_000)}\n`));
    const { text, at } = source.excerptAt(Buffer.byteLength(one) * 50_000, 1);
    expect([...text][at]).toBe('!');
    expect(text.replaceAll(one, '')).toBe('!');
    expect(Buffer.byteLength(text)).toBeLessThan(1100);
    expect(at).toBeGreaterThan(100);
    expect([...text].length - at).toBeGreaterThan(100);
  });

  it('has the line without its end, also at the end', () => {
    const source = new Source(toByteString('one\r\ntwo\n'));
    expect([0, 3, 4, 5, 9].map((offset) => source.excerptAt(offset, 2))).toEqual([
      { text: 'one', at: 0, length: 2 },
      { text: 'one', at: 3, length: 0 },
      { text: 'one', at: 3, length: 0 },
      { text: 'two', at: 0, length: 2 },
      { text: '', at: 0, length: 0 },
    ]);
  });
});

it('counts each byte of a line that is not UTF-8, and characters of the other lines', () => {
  const source = new Source(byteStringOf(Buffer.from('M\xfcll \x80!\n\xc3\xbc!', 'latin1')));
  expect(source.placeOf(6)).toEqual({ line: 1, column: 7 });
  expect(source.excerptAt(6, 1)).toEqual({ text: 'Müll \x80!', at: 6, length: 1 });
  expect(source.placeOf(10)).toEqual({ line: 2, column: 2 });
  expect(source.excerptAt(10, 1)).toEqual({ text: 'ü!', at: 1, length: 1 });
});

it('ends a text before a character that is too long', () => {
  const source = new Source(toByteString('ab中文'));
  expect([2, 3, 4, 5, 8].map((max) => source.textOf({ start: 0, end: 8 }, max))).toEqual([
    'ab',
    'ab',
    'ab',
    'ab中',
    'ab中文',
  ]);
});
