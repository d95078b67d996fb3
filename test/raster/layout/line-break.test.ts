import { describe, expect, it } from 'vitest';
import { breakLines, SOFT_HYPHEN } from '../../../src/raster/layout/line-break.ts';

/** Lines of a paragraph whose characters are one dot wide. */
function lines(text: string, width: number, indent = 0): string[] {
  const characters = Array.from(text);
  const ranges = breakLines(
    characters,
    () => 1,
    (line) => width - (line > 0 ? indent : 0),
  );
  return ranges.map(
    ({ start, end, hyphen }) =>
      characters.slice(start, end).join('').replaceAll(SOFT_HYPHEN, '') + (hyphen ? '-' : ''),
  );
}

describe('breakLines', () => {
  it('breaks at spaces, which vanish', () => {
    expect(lines('one two three', 7)).toEqual(['one two', 'three']);
    expect(lines('one    two', 5)).toEqual(['one', 'two']);
  });

  it('keeps spaces inside a line', () => {
    expect(lines('a   b', 10)).toEqual(['a   b']);
  });

  it('lets the spaces at a break hang over the width', () => {
    expect(lines('abcde fg', 5)).toEqual(['abcde', 'fg']);
  });

  it('breaks an overlong word where it overflows, without a hyphen', () => {
    expect(lines('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij']);
  });

  it('begins an overlong word on the line that has room', () => {
    expect(lines('ab cdefghij', 5)).toEqual(['ab cd', 'efghi', 'j']);
    expect(lines('ab cdefg', 5)).toEqual(['ab', 'cdefg']);
    expect(lines('abcd efghij', 5)).toEqual(['abcd', 'efghi', 'j']);
    expect(lines('ab   cdefghij', 6)).toEqual(['ab   c', 'defghi', 'j']);
    expect(lines('a bc defghijkl', 6)).toEqual(['a bc d', 'efghij', 'kl']);
    expect(lines('aa bbbb', 5, 2)).toEqual(['aa bb', 'bb']);
  });

  it('takes a word with a soft hyphen to the next line as far as that', () => {
    expect(lines(`ab cdef${SOFT_HYPHEN}ghij`, 5)).toEqual(['ab', 'cdef-', 'ghij']);
    expect(lines(`ab cdefg${SOFT_HYPHEN}hij`, 5)).toEqual(['ab cd', 'efg-', 'hij']);
    expect(lines(`ab${SOFT_HYPHEN}cdefghij`, 5)).toEqual(['ab-', 'cdefg', 'hij']);
  });

  it('breaks at a soft hyphen when the hyphen has room', () => {
    expect(lines(`abc${SOFT_HYPHEN}def`, 4)).toEqual(['abc-', 'def']);
    expect(lines(`abc${SOFT_HYPHEN}def`, 3)).toEqual(['abc', 'def']);
    expect(lines(`abc${SOFT_HYPHEN}def`, 9)).toEqual(['abcdef']);
  });

  it('puts one character on each line of a block without a width', () => {
    expect(lines('abc', 0)).toEqual(['a', 'b', 'c']);
  });

  it('asks for the width of each line', () => {
    expect(lines('aa aa aa aa', 5, 3)).toEqual(['aa aa', 'aa', 'aa']);
  });

  it('gives one empty line for no text', () => {
    expect(lines('', 5)).toEqual(['']);
  });
});
