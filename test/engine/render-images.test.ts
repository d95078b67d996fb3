import { expect, test } from 'vitest';
import { renderImages } from '../../src/engine/render-images.ts';
import { FailureError } from '../../src/errors.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';

const SIZE = { widthMm: 25.4, heightMm: 12.7, dpi: 203 };
const box = (x: number) => `^XA^FO${x},10^GB20,20,20^FS^XZ`;
const hasInk = (words: Int32Array) => words.some((word) => word !== 0);

test('draws the first label, one of them, or all', () => {
  const zpl = toByteString(box(10) + box(50) + box(90));
  const first = renderImages(zpl, SIZE, 'first');
  expect(first.labelCount).toBe(3);
  expect(first.bitmaps.map(({ width, height }) => [width, height])).toEqual([[203, 102]]);
  const all = renderImages(zpl, SIZE, 'all');
  expect(all.bitmaps).toHaveLength(3);
  expect(renderImages(zpl, SIZE, 1).bitmaps[0]?.words).toEqual(all.bitmaps[1]?.words);
  expect(all.bitmaps[0]?.words).not.toEqual(all.bitmaps[1]?.words);
});

test('says how many labels there are when one is asked for that is not', () => {
  expect(() => renderImages(toByteString(box(10)), SIZE, 1)).toThrow('the ZPL holds 1 label.');
  expect(() => renderImages(toByteString(''), SIZE, 0)).toThrow('0 labels');
});

test('shows an empty page, and warns, when the ZPL prints nothing', () => {
  const { bitmaps, diagnostics, labelCount } = renderImages(toByteString('^XA^XZ'), SIZE, 'first');
  expect(labelCount).toBe(0);
  expect(bitmaps).toHaveLength(1);
  expect(bitmaps.some(({ words }) => hasInk(words))).toBe(false);
  expect(diagnostics.map(({ reason }) => reason)).toContain('the ZPL prints no label');
});

test('counts the characters of the labels it draws before it draws them', () => {
  const text = (characters: number) =>
    `^XA${`^FO0,0^A0N,10^FD${'x'.repeat(1000)}^FS`.repeat(characters / 1000)}^XZ`;
  expect(renderImages(toByteString(text(20_000)), SIZE, 'first').bitmaps).toHaveLength(1);
  const tooMuch = toByteString(box(1) + text(21_000));
  expect(renderImages(tooMuch, SIZE, 'first').bitmaps).toHaveLength(1);
  try {
    renderImages(tooMuch, SIZE, 'all');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(FailureError);
    expect((error as FailureError).failure.code).toBe('too_large');
  }
});

test('gives up once the deadline has passed', () => {
  expect(() => renderImages(toByteString(box(10)), SIZE, 'first', { deadline: () => true })).toThrow(
    FailureError,
  );
});
