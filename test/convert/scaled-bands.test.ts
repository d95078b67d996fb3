import { describe, expect, it } from 'vitest';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { scaledZpl } from '../../src/convert/scaled-zpl.ts';
import { scaledWithReport } from '../../src/convert/scaling-report.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { lint } from '../../src/lint/lint.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';

const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 300 };
/** Rows of 100 bytes that differ from each other: 148 bytes and 1330 rows at 300 dpi. */
const ROWS = Array.from({ length: 900 }, (_, y) =>
  ((y * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').repeat(25),
);
const PICTURE = `^GFA,90000,90000,100,${ROWS.join('').toUpperCase()}`;
const BYTES = 148 * 1330;

const scaled = (zpl: string, fieldBytes?: number): ByteString =>
  scaledZpl(zpl as ByteString, 203, 300, fieldBytes).zpl;
const dotsOf = (zpl: string): Buffer => {
  const { words } = renderImages(zpl as ByteString, SIZE, 'first', { now: new Date(0) }).bitmaps[0] as Bitmap;
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
};
const countsOf = (zpl: string): readonly number[] =>
  [...zpl.matchAll(/\^?GFA,\d+,(\d+),/g)].map(([, count]) => Number(count));

describe('a picture that is too large for one field', () => {
  it.each([
    ['at an origin', `^XA^FO10,20${PICTURE}^FS^FO5,5^GB99,99,9^FS^XZ`],
    ['above its place', `^XA^FT10,950${PICTURE}^FS^XZ`],
    ['left of its place', `^XA^FO810,20,1${PICTURE}^FS^XZ`],
    ['right-aligned by default', `^XA^FWN,1^FO810,20${PICTURE}^FS^XZ`],
    ['without a place', `^XA^LH9,9${PICTURE}^FS^XZ`],
    ['with a missing number', `^XA^FO,20${PICTURE}^FS^XZ`],
    ['reversed by its field', `^XA^FO20,0^GB90,1200,90^FS^FO10,20${PICTURE}^FR^FS^XZ`],
    ['reversed by its label', `^XA^LRY^FO20,0^GB90,1200,90^FS^FO10,20${PICTURE}^FS^XZ`],
    ['with other shapes', `^XA^FO10,20^GB90,90,9${PICTURE}^GB9,1000,9^FS^FO0,0^GB9,9,9^FS^XZ`],
    ['twice in a field', `^XA^FO10,20${PICTURE}^FO20,30${PICTURE}^FS^XZ`],
    ['in a field that nothing closes', `^XA^FO10,20${PICTURE}^XZ`],
    ['moved down', `^XA^LT20^FO10,20${PICTURE}^FS^XZ`],
    ['in a stored format', `^XA^DFR:A.ZPL^FS^FO10,20${PICTURE}^FS^XZ^XA^XFR:A.ZPL^FS^XZ`],
    ['upside down and mirrored', `^XA^POI^PMY^FO10,20${PICTURE}^FS^XZ`],
  ])('becomes bands of the same dots %s', (_, zpl) => {
    const bands = scaled(zpl);
    const whole = scaled(zpl, Number.POSITIVE_INFINITY);
    expect(Math.max(...countsOf(bands))).toBeLessThanOrEqual(99_999);
    expect(countsOf(bands).length).toBe(2 * countsOf(whole).length);
    expect(dotsOf(bands).equals(dotsOf(whole))).toBe(true);
  });

  it('has a field for each band, behind its own', () => {
    const zpl = scaled(`^XA^FO10,20^FR${PICTURE}^FS^FO1,1^GB9,9,1^FS^XZ`);
    expect(zpl.replace(/(GFA,\d+,\d+),[^^]*/g, '$1')).toBe(
      '^XA^FO15,30^FR^GFA,99900,99900^FS^FO15,705^FR^GFA,96940,96940^FS^FO1,1^GB13,13,1^FS^XZ',
    );
    const codes = lint(Buffer.from(zpl, 'latin1'), { size: SIZE }).map(({ code }) => code);
    expect(codes).not.toContain('parameter-beyond-guide');
  });

  it('is written with the prefixes of its stream', () => {
    const zpl = scaled(`^XA^CC++FO10,20+GFA,90000,90000,100,${ROWS.join('')}+FS+XZ`);
    expect(zpl.replace(/(GFA,\d+),[^]*?(?=\+F)/g, '$1')).toBe(
      '^XA^CC++FO15,30+GFA,99900+FS+FO15,705+GFA,96940+FS+XZ',
    );
  });

  it('is compared with the one that it was', () => {
    const stream = `^XA^FO10,20${PICTURE}^FS^FO9,9^BY2^BCN,40,N^FD1234^FS^XZ` as ByteString;
    expect(scaledWithReport(stream, 203, 300, SIZE).notes).toEqual([]);
    const [back] = scaledWithReport(stream, 203, 152, SIZE).notes.slice(-1);
    expect(back).toBe('label 1: ^BC of "1234" shrank by 33 %: its modules are whole dots');
  });

  it.each([
    [
      'its marker belongs to a single field',
      `^XA^FXsvc-barcode:1;symbology=image;template=%7Ba%7D;threshold=99^FS^FO1,1${PICTURE}^FS^XZ`,
    ],
    ['its place is not in dots (^MU)', `^XA^MUM^FO1,1${PICTURE}^FS^XZ`],
    ['its place is missing, or a placeholder', `^XA^FT${PICTURE}^FS^XZ`],
    ['its place is missing, or a placeholder', `^XA^FT9${PICTURE}^FS^XZ`],
    ['its place is missing, or a placeholder', `^XA^FO9,{y}${PICTURE}^FS^XZ`],
    ['its place is missing, or a placeholder', `^XA^FM9,9,20,20${PICTURE}^FS^XZ`],
    ['it begins above its label', `^XA^FT9,800${PICTURE}^FS^XZ`],
    ['it begins above its label', `^XA^LT-30^FO9,20${PICTURE}^FS^XZ`],
    ['it is longer than a label', `^XA^FO9,21600${PICTURE}^FS^XZ`],
  ])('stays whole where %s, which a note says', (reason, zpl) => {
    const { zpl: whole, notes } = scaledZpl(zpl as ByteString, 203, 300);
    expect(countsOf(whole)).toEqual([BYTES]);
    expect(notes).toContain(
      `a picture has ${BYTES} bytes, more than printers take in one ^GF, and stays one: ${reason}`,
    );
  });

  it('is whole where it is stored', () => {
    const zpl = scaled(`~DGR:A.GRF,90000,100,${ROWS.join('')}^XA^FO1,1^XGR:A.GRF^FS^XZ`);
    expect(zpl).toContain(`~DGR:A.GRF,${BYTES},148,`);
  });

  it('keeps its dots where a row of it would be too long', () => {
    const { zpl, notes } = scaledZpl('^FO1,1^GFA,90000,90000,90000,^FS' as ByteString, 203, 300);
    expect(zpl).toContain('^GFA,90000,90000,90000,^FS');
    expect(notes[0]).toMatch(/^a picture would have 1064039 x 1 dots, too many for a printer/);
  });
});
