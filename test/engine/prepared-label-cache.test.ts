import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelSource, recordsOf } from '../../bench/micro/engine/warm-label.ts';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { PreparedLabelCache } from '../../src/engine/prepared-label-cache.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { warningsOf } from '../../src/engine/warnings.ts';
import { FailureError } from '../../src/errors.ts';
import { compile } from '../../src/template/compile.ts';
import { joinFields, substituteFields } from '../../src/template/substitute.ts';
import { byteStringOf, toByteString } from '../../src/zpl/byte-string.ts';
import { picture } from '../bitmap/picture.ts';
import { dotsOf } from '../encode/dots-of.ts';
import { runs } from '../support/runs.ts';
import { content, record, type Values } from './random-label.ts';

const OPTIONS = { now: new Date(0) };

/** A label of 240 by 160 dots, drawn both ways with one record after another. */
function labelOf(zpl: string, id = zpl) {
  const label: LabelSource = {
    id,
    accountId: 'account',
    contentId: id,
    zpl: Buffer.from(zpl),
    size: { widthMm: 30, heightMm: 20, dpi: 203.2 },
    dynamicTokens: [],
    fieldTransforms: [],
  };
  const template = compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] });
  const fieldsOf = (values: Values) => substituteFields(template, values, OPTIONS).output;
  return {
    warm(values: Values, labels: PreparedLabelCache) {
      const image = labels.render(label, template, fieldsOf(values), OPTIONS);
      return image && { dots: dotsOf(image.dots.stream, 240, 160), warnings: image.warnings };
    },
    whole(values: Values) {
      const zplSent = joinFields(template, fieldsOf(values));
      const { bitmaps, diagnostics } = renderImages(zplSent, label.size, 'first', OPTIONS);
      return { dots: bitmaps[0] as Bitmap, warnings: warningsOf(diagnostics) };
    },
  };
}

function sameDots(a: Bitmap, b: Bitmap): boolean {
  return a.words.every((word, i) => word === b.words[i]);
}

/** How many of the records were drawn by a prepared label; fails when one differs from the whole label redrawn. */
function comparePrepared(zpl: string, records: readonly Values[]): number {
  const label = labelOf(zpl);
  const labels = new PreparedLabelCache();
  let prepared = 0;
  for (const values of records) {
    const whole = label.whole(values);
    const warm = label.warm(values, labels);
    if (warm === null) continue;
    prepared++;
    if (!sameDots(warm.dots, whole.dots) || !isDeepStrictEqual(warm.warnings, whole.warnings)) {
      const seen = ({ dots, warnings }: typeof whole) => ({ zpl, values, warnings, dots: picture(dots) });
      expect(seen(warm)).toEqual(seen(whole));
    }
  }
  return prepared;
}

describe('PreparedLabelCache', () => {
  it('draws the dots of the whole label, whatever lies over what and whatever changes', () => {
    let prepared = 0;
    fc.assert(
      fc.property(content, fc.array(record, { minLength: 2, maxLength: 5 }), (zpl, records) => {
        prepared += comparePrepared(zpl, records);
      }),
      { numRuns: runs(150) },
    );
    expect(prepared).toBeGreaterThan(runs(100));
  });

  it('draws the dots of values that return, whatever came between', () => {
    const data = [
      'one',
      'two',
      'one',
      'two',
      'a longer one',
      'one',
      'two',
      'i',
      'a longer one',
      'one',
      'two',
      'one',
    ];
    const records = data.map((a, i) => ({ a, b: data[i >> 1] as string }));
    const zpl = '^XA^FO9,9^A0N,20^FD{a}^FS^FO9,20^BY1^BCN,40^FD{b}^FS^FO5,5^A0R,30^FR^FD{a}^FS^XZ';
    expect(comparePrepared(zpl, records)).toBe(records.length - 1);
  });

  it('draws a label as a whole the first time only', () => {
    const records = ['one', 'two', 'three'].map((a) => ({ a }));
    expect(comparePrepared('^XA^FO9,9^A0N,20^FD{a}^FS^XZ', records)).toBe(2);
  });

  it.each([
    ['white box over a value', '^FO5,5^A0N,40^FD{a}^FS^FO20,0^GB30,60,30,W^FS'],
    ['reversed text over a value', '^FO5,5^A0N,40^FD{a}^FS^FO8,9^A0N,30^FR^FDover^FS'],
    ['reversed value on a black box', '^FO0,0^GB200,60,60^FS^FO5,5^A0N,40^FR^FD{a}^FS'],
    ['box under a reversed line, over a value', '^LRY^FO5,5^A0N,40^FD{a}^FS^LRN^FO0,0^GB200,60,9^FS'],
    ['turned upside down', '^POI^FO5,5^A0N,40^FD{a}^FS^FO0,0^GB200,60,9^FS'],
    ['mirrored, narrow and turned', '^PMY^POI^PW150^FO5,5^A0N,40^FD{a}^FS^FO0,0^GB200,60,9^FS'],
    ['settings between fields', '^LH9,9^FO5,5^A0N,40^FD{a}^FS^LH0,0^CFD,20^FO5,80^FD{b}^FS^FO5,120^FDz^FS'],
    ['a value for an RFID tag', '^FO5,5^A0N,40^FD{a}^FS^RFW,H^FD{b}^FS'],
    ['a field that ^FW turns after its font', '^FO5,5^A0N,40^FWB^FPR^FD{a}^FS^FO9,9^A0^FD{b}^FS'],
    ['barcodes that ^FW leaves as they are', '^FO5,5^BCR,40^FWN^FDx{a}^FS^FO99,5^BC,20^FWB^FDy{b}^FS'],
    ['a value in a font without small letters', '^FO5,5^AHN,21^FD{a}^FS^FO5,60^AHN,21^FDsmall {b}^FS'],
    ['line feeds and long words in a block', '^FO5,5^A0N,20^FB99,4^FH^FDa_0A{a} WWWWWWWWWWWW^FS'],
    ['a box in the field of a value', '^FO5,5^GB90,90,3^A0N,40^FD{a}^FS'],
  ])('keeps a prepared label for %s', (_, fields) => {
    const records = ['WM', 'i', 'jjj', 'WM', ''].map((a, i) => ({ a, b: `${i >> 1}` }));
    expect(comparePrepared(`^XA${fields}^XZ`, records)).toBe(4);
  });

  it.each([
    ['text that goes on after a value', '^FO5,5^A0N,40^FD{a}^FS^FT^A0N,40^FDend^FS'],
    ['a clock', '^FO5,5^A0N,40^FD{a}^FS^FO5,60^A0N,20^FC%^FD%S^FS'],
    ['a value in a slot', '^FO5,5^A0N,40^FN1^FS^FN1^FD{a}^FS'],
    ['a second label', '^FO5,5^A0N,40^FD{a}^FS^XZ^XA^FO9,9^FDsecond^FS'],
    ['another prefix', '^CC+^FO5,5+A0N,40+FD{a}+FS'],
  ])('draws %s as a whole', (_, fields) => {
    expect(comparePrepared(`^XA${fields}^XZ`, [{ a: '1' }, { a: '2' }, { a: '3' }])).toBe(0);
  });

  it('counts the warnings of what changes and of what does not', () => {
    const label = labelOf('^XA^FO5,5^A0N,20^FB60,1^FD{a}^FS^FO0,60^GB10,10,1,B,99^FS^XZ');
    const labels = new PreparedLabelCache();
    const warnings = ['short', 'short', 'long enough for two', 'short'].map(
      (a) => label.warm({ a }, labels)?.warnings.count,
    );
    expect(warnings).toEqual([undefined, 1, 2, 1]);
  });

  it('counts a field once whose characters its font lacks, whatever drew them before', () => {
    const zpl = '^XA^CI28^FO5,5^A0N,20^FD{a}^FS^FO5,60^A0N,20^FD中文^FS^XZ';
    const values = ['plain', '中', '中文字', 'plain', '中'].map((a) => ({ a }));
    const label = labelOf(zpl);
    const [labels, others] = [new PreparedLabelCache(), new PreparedLabelCache()];
    const counts = (record: Values) => [
      label.warm(record, labels)?.warnings.count,
      label.whole(record).warnings.count,
    ];
    expect(values.map(counts)).toEqual([
      [undefined, 1],
      [2, 2],
      [2, 2],
      [1, 1],
      [2, 2],
    ]);
    expect(values.map((record) => label.warm(record, others)?.warnings.count)).toEqual([
      undefined,
      2,
      2,
      1,
      2,
    ]);
  });

  it('is right again after a drawing that ran out of time', () => {
    const zpl = '^XA^FO5,5^A0N,40^FD{a}^FS^FO5,60^A0N,40^FD{b}^FS^XZ';
    const label = labelOf(zpl);
    const labels = new PreparedLabelCache();
    for (let i = 0; i < 2; i++) label.warm({ a: 'x', b: 'y' }, labels);
    const template = compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] });
    let looks = 0;
    const late = { ...OPTIONS, deadline: () => ++looks > 3 };
    const source = { contentId: zpl, size: { widthMm: 30, heightMm: 20, dpi: 203.2 } } as LabelSource;
    const fields = substituteFields(template, { a: 'new', b: 'newer' }, OPTIONS).output;
    expect(() => labels.render(source, template, fields, late)).toThrow(FailureError);
    const values = { a: 'new', b: 'y' };
    expect(label.warm(values, labels)).toEqual(label.whole(values));
  });

  it('leaves text work beyond the limit to the drawing of the whole label, which refuses it', () => {
    const field = '^FO5,5^A0N,10^FD{a}^FS';
    const label = labelOf(`^XA${field.repeat(21)}^XZ`);
    const labels = new PreparedLabelCache();
    for (let i = 0; i < 2; i++) label.warm({ a: 'x' }, labels);
    expect(label.warm({ a: 'x' }, labels)).not.toBeNull();
    expect(label.warm({ a: 'x'.repeat(1000) }, labels)).toBeNull();
  });

  it('counts what a label takes now, and not what it took at first', () => {
    const labels = new PreparedLabelCache();
    const label = labelOf('^XA^FO5,5^A0N,90^FD{a}^FS^XZ');
    for (let turn = 0; turn < 2; turn++) label.warm({ a: '.' }, labels);
    const before = labels.bytes;
    label.warm({ a: 'WWWW' }, labels);
    expect(labels.bytes).toBeGreaterThan(before + 500);
  });

  it('stays within its bytes and drops the labels used least', () => {
    const labels = new PreparedLabelCache(40_000);
    for (let i = 0; i < 30; i++) {
      const label = labelOf('^XA^FO5,5^A0N,40^FD{a}^FS^XZ', `label-${i}`);
      for (let turn = 0; turn < 2; turn++) label.warm({ a: `${i}` }, labels);
      expect(labels.bytes).toBeLessThanOrEqual(40_000);
    }
    const again = labelOf('^XA^FO5,5^A0N,40^FD{a}^FS^XZ', 'label-29');
    expect(again.warm({ a: 'z' }, labels)).not.toBeNull();
    const dropped = labelOf('^XA^FO5,5^A0N,40^FD{a}^FS^XZ', 'label-0');
    expect(dropped.warm({ a: 'z' }, labels)).toBeNull();
  });
});

it('draws a carrier label that it knows without drawing all of it', () => {
  const label = labelSource();
  const template = compile({ zpl: byteStringOf(label.zpl), fieldTransforms: [], dynamicTokens: [] });
  const labels = new PreparedLabelCache();
  const [first, ...others] = recordsOf(label)
    .slice(0, 4)
    .map((values) =>
      labels.render(label, template, substituteFields(template, values, OPTIONS).output, OPTIONS),
    );
  expect(first).toBeNull();
  expect(others).not.toContain(null);
});
