import { describe, expect, it } from 'vitest';
import type { Typeface } from '../../../src/raster/font/typeface.ts';
import { layOutFieldBlock, layOutTextBlock } from '../../../src/raster/layout/block.ts';
import type { TextLayout } from '../../../src/raster/layout/text-layout.ts';
import { block } from '../elements.ts';

/** Every character 10 dots wide in a cell of 20. */
const FIXED: Typeface = {
  name: 'fixed',
  key: 'fixed',
  height: 20,
  textBlockPitch: 25,
  baseline: 15,
  advance: () => 10,
  draw: () => null,
  isMissing: () => false,
};

/** The text of each line, and its start. */
function linesOf(layout: TextLayout): (readonly [text: string, u: number, v: number])[] {
  const rows = new Map<number, { text: string; u: number }>();
  for (const { character, u, v } of layout.positions) {
    const row = rows.get(v);
    if (row === undefined) rows.set(v, { text: character, u });
    else row.text += character;
  }
  return Array.from(rows, ([v, { text, u }]) => [text, u, v]);
}

describe('^FB', () => {
  it('sets lines one pitch apart from the first baseline', () => {
    const layout = layOutFieldBlock('ab cd', FIXED, block(30, { lineSpacing: 3 }), 0);
    expect(linesOf(layout)).toEqual([
      ['ab', 0, 15],
      ['cd', 0, 38],
    ]);
  });

  it('is as high as all its lines with the spacing after each, however few are used', () => {
    const layout = layOutFieldBlock('ab', FIXED, block(30, { lines: 3, lineSpacing: 4 }), 0);
    expect(layout).toMatchObject({ height: 72, anchor: 15 + 2 * 24 });
  });

  it('breaks at \\& and resolves \\\\', () => {
    expect(linesOf(layOutFieldBlock('a\\&b\\\\c', FIXED, block(300), 0))).toEqual([
      ['a', 0, 15],
      ['b\\c', 0, 35],
    ]);
  });

  it('anchors the last line that has room, whatever the text', () => {
    const { anchor } = layOutFieldBlock('a', FIXED, block(100, { lines: 3, lineSpacing: 2 }), 0);
    expect(anchor).toBe(15 + 2 * 22);
  });

  it('prints further lines over the last one and counts them', () => {
    const layout = layOutFieldBlock('a b c d', FIXED, block(10, { lines: 2 }), 0);
    expect(layout.positions.map(({ v }) => v)).toEqual([15, 35, 35, 35]);
    expect(layout.excess).toBe(2);
  });

  it('does not count an exactly full block as overprinted', () => {
    expect(layOutFieldBlock('a b', FIXED, block(10, { lines: 2 }), 0).excess).toBe(0);
  });

  it('centres with a space counted after the line, and aligns right without one', () => {
    expect(linesOf(layOutFieldBlock('ab', FIXED, block(100, { justify: 'C' }), 0))).toEqual([['ab', 35, 15]]);
    expect(linesOf(layOutFieldBlock('ab', FIXED, block(100, { justify: 'R' }), 0))).toEqual([['ab', 80, 15]]);
  });

  it('centres a line that leaves no more room than a space as it is, and a wider one not at all', () => {
    const start = (text: string, width: number) =>
      linesOf(layOutFieldBlock(text, FIXED, block(width, { justify: 'C' }), 0)).map(([, u]) => u);
    expect(start('ab', 31)).toEqual([1]);
    expect(start('ab', 30)).toEqual([5]);
    expect(start('ab', 20)).toEqual([0]);
    expect(start('a', 6)).toEqual([0]);
  });

  it('counts no space after a line that a line end ends when it centres', () => {
    const centred = (text: string) =>
      linesOf(layOutFieldBlock(text, FIXED, block(100, { justify: 'C', lines: 3 }), 0)).map(([, u]) => u);
    expect(centred('ab\\&')).toEqual([40]);
    expect(centred('ab\\&ab')).toEqual([40, 35]);
    expect(centred('abcdefgh abcd\\&')).toEqual([5, 30]);
  });

  it('never sets a line above the one before', () => {
    const layout = layOutFieldBlock('a b c', FIXED, block(10, { lineSpacing: -30 }), 0);
    expect(layout.positions.map(({ v }) => v)).toEqual([15, 15, 15]);
  });

  it('leaves out spaces before the first word of a paragraph', () => {
    expect(linesOf(layOutFieldBlock('  a  b\\&   c\\&  ', FIXED, block(300), 0))).toEqual([
      ['a  b', 0, 15],
      ['c', 0, 35],
    ]);
  });

  it('stretches the spaces of all but the last line of a paragraph', () => {
    const layout = layOutFieldBlock('a b cccc d\\&e f', FIXED, block(48, { justify: 'J' }), 0);
    expect(layout.positions.filter(({ v }) => v === 15).map(({ u }) => u)).toEqual([0, 10, 38]);
    expect(linesOf(layout).slice(1)).toEqual([
      ['cccc', 0, 35],
      ['d', 0, 55],
      ['e f', 0, 75],
    ]);
  });

  it('indents from the second line of a paragraph on', () => {
    const layout = layOutFieldBlock('aa bb\\&cc', FIXED, block(40, { indent: 15 }), 0);
    expect(linesOf(layout)).toEqual([
      ['aa', 0, 15],
      ['bb', 15, 35],
      ['cc', 0, 55],
    ]);
  });

  it('adds the gap of ^FP after every character but a space', () => {
    const layout = layOutFieldBlock('ab cd', FIXED, block(300), 4);
    expect(layout.positions.map(({ u }) => u)).toEqual([0, 14, 28, 38, 52]);
  });
});

describe('^TB', () => {
  const lay = (text: string, height: number) =>
    layOutTextBlock(text, FIXED, { kind: 'text-block', width: 50, height }, 0, false);

  it('cuts at its height and leaves out lines that begin below', () => {
    const layout = lay('aa bb cc dd ee ff', 50);
    expect(layout.cut).toBe(50);
    expect(linesOf(layout)).toEqual([
      ['aa bb', 0, 15],
      ['cc dd', 0, 40],
    ]);
  });

  it('prints no angle escapes but <<>, and does not read \\&', () => {
    expect(linesOf(lay('a<x>b<<>', 25))).toEqual([['ab<', 0, 15]]);
    expect(linesOf(lay('a\\&b', 25))).toEqual([['a\\&b', 0, 15]]);
    expect(linesOf(lay('a<b', 25))).toEqual([['a<b', 0, 15]]);
  });

  it('breaks at line feeds', () => {
    expect(linesOf(lay('a\nbb\n\ncc', 100))).toEqual([
      ['a', 0, 15],
      ['bb', 0, 40],
      ['cc', 0, 90],
    ]);
  });

  it('anchors its bottom', () => {
    expect(lay('a', 70).anchor).toBe(70);
  });
});
