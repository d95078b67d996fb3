import { describe, expect, it } from 'vitest';
import type { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { PreparedLabelCache } from '../../../src/engine/prepared-label-cache.ts';
import { renderImages } from '../../../src/engine/render-images.ts';
import type { LabelSource } from '../../../src/engine/task.ts';
import { lint } from '../../../src/lint/lint.ts';
import { substituteFields } from '../../../src/template/substitute.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { dotsOf } from '../../encode/dots-of.ts';
import { inBase64, pictureFile } from '../../support/pictures.ts';
import { NOW, print, run, templateOf } from '../run.ts';

/** 812 by 1218 dots. */
const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };
const BYTES = 102 * 1218;
const picture = (bytesPerRow: number, rows: number): string =>
  `^GFA,${bytesPerRow * rows},${bytesPerRow * rows},${bytesPerRow},,${':'.repeat(rows - 1)}`;
const PAGE = picture(102, 1218);
const IMAGE = '^FXsvc-barcode:1;symbology=image;template=%7Bv%7D^FS';
/** A QR Code of 21 by 21 modules has 945 dots a side, 112,455 bytes. */
const QR = '^FXsvc-barcode:1;symbology=qrcode;template=%7Bv%7D;module=45^FS';

/** A picture whose rows are all different, and black at each of its edges. */
const photo = (seed = 0): string =>
  inBase64(
    pictureFile(
      Array.from({ length: 60 }, (_, y) =>
        Array.from({ length: 40 }, (_, x) =>
          x % 39 === 0 || y % 59 === 0 || (x * y + seed) % 7 < 2 ? '#' : '.',
        ).join(''),
      ),
    ),
  );

/** Bytes of the picture of each `^GF`. */
const countsOf = (zpl: string): readonly number[] =>
  [...zpl.matchAll(/[\^+]GF[AB]\D\d+\D(\d+)\D/g)].map(([, count]) => Number(count));
const dotsIn = (zpl: string): Buffer => {
  const { words } = renderImages(toByteString(zpl), SIZE, 'first', { now: NOW }).bitmaps[0] as Bitmap;
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
};
/** The stream with a value in one field: a comment that is open may belong to a field that has other parts. */
const inOneField = (zpl: string, value: string): string =>
  run(zpl.replace(/(%7Bv%7D[^^+]*)[\^+]FS/, '$1'), { v: value });

describe('a marked raster that is too large for one ^GF', () => {
  it.each([
    ['at an origin', `^XA${IMAGE}^FO0,0${PAGE}^FS^FO5,5^GB99,99,9^FS^XZ`],
    ['above its place', `^XA${IMAGE}^FT10,1218${PAGE}^FS^XZ`],
    ['left of its place', `^XA${IMAGE}^FO806,20,1${PAGE}^FS^XZ`],
    ['right-aligned by default', `^XA^FWN,1${IMAGE}^FO806,20${PAGE}^FS^XZ`],
    ['without a number', `^XA${IMAGE}^FO${PAGE}^FS^XZ`],
    ['from its home on', `^XA^LH9,30${IMAGE}^FO,20${PAGE}^FS^XZ`],
    ['reversed by its field', `^XA^FO20,0^GB90,1200,90^FS${IMAGE}^FO10,20^FR${PAGE}^FS^XZ`],
    ['reversed by its label', `^XA^LRY^FO20,0^GB90,1200,90^FS${IMAGE}^FO10,20${PAGE}^FS^XZ`],
    ['moved down', `^XA^LT20${IMAGE}^FO10,20${PAGE}^FS^XZ`],
    ['moved up, from below', `^XA^LT-20${IMAGE}^FO10,20${PAGE}^FS^XZ`],
    ['upside down and mirrored', `^XA^POI^PMY${IMAGE}^FO10,20${PAGE}^FS^XZ`],
    ['in a stored format', `^XA^DFR:A.ZPL^FS${IMAGE}^FO10,20${PAGE}^FS^XZ^XA^XFR:A.ZPL^FS^XZ`],
    ['with other prefixes', `^XA^CC+${IMAGE}^FO10,20${PAGE}^FS^XZ`.replaceAll(/\^(?!XA|CC)/g, '+')],
    ['with another delimiter', `^XA^CD;${IMAGE}^FT10,1220${PAGE}^FS^XZ`.replaceAll(',', ';')],
    ['as a symbol', `^XA${QR}^FO10,20${picture(2, 10)}^FS^XZ`, 'Hello'],
    ['as a symbol above its place', `^XA${QR}^FT10,200${picture(2, 10)}^FS^XZ`, 'Hello'],
    ['as a symbol left of its place', `^XA${QR}^FO300,20,1${picture(2, 10)}^FS^XZ`, 'Hello'],
  ])('becomes bands of the same dots %s', (_, zpl, value = photo()) => {
    const bands = run(zpl, { v: value });
    const whole = inOneField(zpl, value);
    expect(countsOf(whole).length).toBe(1);
    expect(countsOf(bands).length).toBeGreaterThan(1);
    expect(Math.max(...countsOf(bands))).toBeLessThanOrEqual(99_999);
    const sum = countsOf(bands).reduce((total, count) => total + count, 0);
    expect(sum).toBe(countsOf(whole)[0]);
    expect(dotsIn(bands).equals(dotsIn(whole))).toBe(true);
    expect(dotsIn(bands).equals(dotsIn(run(zpl, { v: value === 'Hello' ? 'other' : '' })))).toBe(false);
  });

  it('is placed band by band, and what stands behind it stays', () => {
    const shown = (zpl: string) => run(zpl, { v: photo() }).replaceAll(/(GFA,\d+),[^^]*/g, '$1');
    expect(shown(`^XA${IMAGE}^FO10,20^FR${PAGE}^FS^FO1,1^FDx^FS^XZ`)).toBe(
      `^XA${IMAGE}^FO10,20^FR^GFA,99960^FS^FO10,1000^FR^GFA,24276^FS^FO1,1^FDx^FS^XZ`,
    );
    expect(shown(`^XA${IMAGE}^FT10,1238,0${PAGE}^FS^XZ`)).toBe(
      `^XA${IMAGE}^FT10,1000,0^GFA,99960^FS^FT10,1238,0^GFA,24276^FS^XZ`,
    );
  });

  it('is one field up to 99,999 bytes', () => {
    const counts = (bytesPerRow: number, rows: number) =>
      countsOf(run(`^XA${IMAGE}^FO1,1${picture(bytesPerRow, rows)}^FS^XZ`, { v: '' }));
    expect(counts(271, 369)).toEqual([99_999]);
    expect(counts(250, 400)).toEqual([99_750, 250]);
  });

  it.each([
    ['whose comment is open', `^XA${IMAGE.replace('^FS', '')}^FO10,20${PAGE}^FS^XZ`],
    ['with other parts', `^XA${IMAGE}^FO10,20${PAGE}^GB9,9,9^FS^XZ`],
    ['reversed behind its picture', `^XA${IMAGE}^FO10,20${PAGE}^FR^FS^XZ`],
    ['that nothing closes', `^XA${IMAGE}^FO10,20${PAGE}^XZ`],
    ['in millimetres', `^XA^MUM${IMAGE}^FO1,1${PAGE}^FS^XZ`],
    ['behind other text', `^XA${IMAGE}^FT${PAGE}^FS^XZ`],
    ['with half a place', `^XA${IMAGE}^FT9${PAGE}^FS^XZ`],
    ['placed by no number', `^XA${IMAGE}^FO9,2x${PAGE}^FS^XZ`],
    ['that begins above its label', `^XA${IMAGE}^FT9,1217${PAGE}^FS^XZ`],
    ['that is moved above its label', `^XA^LT-30^LT400${IMAGE}^FO9,20${PAGE}^FS^XZ`],
    ['that ends below every label', `^XA${IMAGE}^FO9,27905${PAGE}^FS^XZ`],
  ])('stays one in a field %s', (_, zpl) => {
    expect(countsOf(run(zpl, { v: photo() }))).toEqual([BYTES]);
  });

  it('is drawn by prepared labels too', () => {
    const zpl = `^XA${IMAGE}^FO10,20${PAGE}^FS^FO5,5^GB99,99,9^FS^XZ`;
    const template = templateOf(zpl);
    const label: LabelSource = {
      id: 'page',
      accountId: 'account',
      contentId: 'page',
      zpl: Buffer.from(zpl),
      size: SIZE,
      dynamicTokens: [],
      fieldTransforms: [],
    };
    const labels = new PreparedLabelCache();
    const prepared = [photo(1), photo(2), '', photo(3)].map((v) => {
      const fields = substituteFields(template, { v }, { now: NOW }).output;
      const image = labels.render(label, template, fields, { now: NOW });
      if (image === null) return null;
      const { words } = dotsOf(image.dots.stream, 812, 1218);
      return Buffer.from(words.buffer, words.byteOffset, words.byteLength).equals(dotsIn(run(zpl, { v })));
    });
    expect(prepared.filter((isSame) => isSame !== null)).toEqual([true, true, true]);
  });

  it('is in each record of a print job', () => {
    const template = templateOf(`^XA${IMAGE}^FO0,0${PAGE}^FS^XZ`);
    const job = print(template, [{ v: photo() }, { v: '' }], 1, { now: NOW });
    expect(countsOf(job)).toEqual([99_960, 24_276, 99_960, 24_276]);
  });

  it('is no finding of the linter, unless its picture is sent as it is saved', () => {
    const codesOf = (zpl: string) => lint(Buffer.from(zpl), { size: SIZE }).map(({ code }) => code);
    expect(codesOf(`^XA${IMAGE}^FO0,0${PAGE}^FS^XZ`)).not.toContain('parameter-beyond-guide');
    expect(codesOf(`^XA${IMAGE.replaceAll(/%7B|%7D/g, '')}^FO0,0${PAGE}^FS^XZ`)).toContain(
      'parameter-beyond-guide',
    );
    expect(codesOf(`^XA${IMAGE}^FO0,0${PAGE}^GB9,9,9^FS^XZ`)).toContain('parameter-beyond-guide');
    const both = `^XA${IMAGE}^FO0,0${PAGE}^FS^FX lint-ignore picture-cut^FS^FO0,0${PAGE}^FS^XZ`;
    expect(codesOf(both).filter((code) => code === 'parameter-beyond-guide')).toHaveLength(1);
  });
});
