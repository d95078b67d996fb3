import { describe, expect, it } from 'vitest';
import { drawText, fitted, linesOf, textWidth } from '../../../src/batch/preview/sheet-text.ts';
import { canvas } from '../../../src/on-first-use.ts';

const context = canvas().createCanvas(400, 60).getContext('2d');

/** Dark pixels that a text leaves. */
function ink(text: string): number {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 400, 60);
  context.fillStyle = '#000';
  drawText(context, text, 0, 40, 30);
  const { data } = context.getImageData(0, 0, 400, 60);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 128) dark++;
  return dark;
}

describe('fitted', () => {
  it('leaves what fits as it is', () => {
    expect(fitted(context, 'EF-20260315', 400, 20)).toBe('EF-20260315');
  });

  it('cuts what does not, at whole characters, and says so', () => {
    const cut = fitted(context, 'Großhandelsgesellschaft '.repeat(9), 200, 20);
    expect(cut).toMatch(/^Großhandels.*…$/);
    expect(textWidth(context, cut, 20)).toBeLessThanOrEqual(200);
    expect(textWidth(context, `${cut.slice(0, -1)}MM…`, 20)).toBeGreaterThan(200);
    expect(fitted(context, '😀'.repeat(50), 100, 20)).toMatch(/^(?:😀)+…$/u);
  });

  it('takes values of any length, and controls out', () => {
    expect(fitted(context, 'a\u001B[31m\r\nb\u202Ec', 400, 20)).toBe('a [31m b c');
    expect(fitted(context, 'x'.repeat(10_000_000), 100, 20)).toMatch(/^x+…$/);
    expect(fitted(context, 'x', 1, 20)).toBe('');
  });
});

describe('linesOf', () => {
  it('breaks between words, and cuts the last line', () => {
    const text = 'column "ean" takes 12 or 13 digits, and the row has 11: 12345678901';
    const lines = linesOf(context, text, { width: 200, size: 20, most: 9 });
    expect(lines.join(' ')).toBe(text);
    expect(lines.length).toBeGreaterThan(1);
    const two = linesOf(context, text, { width: 200, size: 20, most: 2 });
    expect(two[0]).toBe(lines[0]);
    expect(two[1]).toMatch(/…$/);
    expect(two).toHaveLength(2);
  });

  it('cuts a word that is longer than a line', () => {
    const lines = linesOf(context, `a ${'x'.repeat(100)} b`, { width: 100, size: 20, most: 5 });
    expect(lines).toEqual(['a', expect.stringMatching(/^x+…$/), 'b']);
  });
});

describe('drawText', () => {
  it.each(['Zoë', 'Ωμέγα', 'Привет', 'مرحبا'])('has glyphs for %s', (text) => {
    expect(ink(text)).toBeGreaterThan(100);
    expect(ink(text)).not.toBe(ink('□'.repeat([...text].length)));
  });

  it('draws a box for a character that no font of the program has, whatever fonts the machine has', () => {
    expect(ink('東京')).toBe(ink('□□'));
    expect(ink('😀')).toBe(ink('□'));
  });
});
