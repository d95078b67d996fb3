import { describe, expect, it } from 'vitest';
import { parse } from '../../src/zpl/parse.ts';
import { failureOf, NOW, print, templateOf } from './run.ts';

const context = { now: NOW };

describe('a print job', () => {
  it('keeps the order of the records, with the copies of each together', () => {
    const template = templateOf('^XA^FH^FD{n}^FS^XZ');
    expect(print(template, [{ n: '1' }, { n: '2' }], 2, context)).toBe(
      ['1', '1', '2', '2'].map((n) => `^XA^FH^FD${n}^FS^XZ`).join(''),
    );
  });

  it('does not advance the counter, and has one instant', () => {
    expect(print(templateOf('^FH^FD{COUNTER}{TIME:ss}^FS'), [{}, {}], 2, context)).toBe(
      '^FH^FD107^FS'.repeat(4),
    );
  });

  it('counts the whole job against the limit of the output', () => {
    const template = templateOf(`^XA^FX${'x'.repeat(2_097_152 / 4 - 12)}^FS^XZ`);
    expect(() => print(template, [{}, {}], 2, context)).not.toThrow();
    expect(print(template, [{}, {}], 2, context).length).toBe(2_097_152);
    expect(failureOf(() => print(template, [{}, {}, {}], 2, context)).code).toBe('too_large');
  });

  it('counts characters, not bytes', () => {
    const template = templateOf(`^FX${'é'.repeat(1_000_000)}^FS`);
    expect(print(template, [{}, {}], 1, context).length).toBeGreaterThan(2_097_152);
    expect(failureOf(() => print(template, [{}, {}, {}], 1, context)).code).toBe('too_large');
  });

  it('puts changed prefixes back between labels, and only there', () => {
    const label = '^XA^CC+~CT#+CD;+FDx+FS+XZ';
    expect(print(templateOf(label), [{}], 2, context)).toBe(`${label}+CD,+CT~+CC^${label}`);
    const restored = '^XA^CC+~+FDx+CC^^FS^XZ';
    expect(print(templateOf(restored), [{}], 2, context)).toBe(restored + restored);
  });

  describe('puts the encoding back between labels', () => {
    const reset = (zpl: string) => {
      const label = print(templateOf(zpl), [{ v: 'a' }], 1, context);
      const two = print(templateOf(zpl), [{ v: 'a' }], 2, context);
      expect(two.startsWith(label) && two.endsWith(label)).toBe(true);
      return two.slice(label.length, -label.length);
    };

    it('that a label changes after a field that relies on it', () => {
      expect(reset('^XA^FD{v}^FS^CI28^FDx^FS^XZ')).toBe('^XA^CI0^XZ');
      expect(reset('^XA^FH^FD_82^FS^CI28^FDx^FS^XZ')).toBe('^XA^CI0^XZ');
      expect(reset('^XA^FD$^FS^CI0,35,36^FD$^FS^XZ')).toBe('^XA^CI0^XZ');
      expect(reset('^XA^CC+~+FD{v}+FS+CI28+XZ')).toBe('+CC^^XA^CI0^XZ');
      expect(reset('^XA^DFR:F^FS^CI28^FO9,9^FN1^FS^XZ^XA^FD{v}^FS^XFR:F^FS^XZ')).toBe('^XA^CI0^XZ');
    });

    it('only where it is needed', () => {
      expect(reset('^XA^CI28^FD{v}^FS^XZ')).toBe('');
      expect(reset('^XA^FD{v}^FS^CI28^FDx^FS^CI0^XZ')).toBe('');
      expect(reset('^XA^FDplain^FS^CI28^FD{v}^FS^XZ')).toBe('');
      expect(reset('^XA^FO1,1^GB9,9^FS^CI28^FD{v}^FS^XZ')).toBe('');
      expect(reset('^XA^DFR:F^FS^CI28^FO9,9^FD{v}^FS^XZ^XA^FDx^FS^XZ')).toBe('');
    });

    it('so that every label prints the same', () => {
      const zpl = '^XA^FO9,9^FD{v}^FS^CI28^FO9,99^FD{v}^FS^XZ';
      const job = print(templateOf(zpl), [{ v: 'é$' }], 3, context);
      const { labels } = parse(job, { dotsPerMm: 8 });
      expect(labels.map(({ elements }) => elements.map((one) => one.kind === 'text' && one.text))).toEqual(
        Array.from({ length: 3 }, () => ['é$', 'é$']),
      );
    });
  });

  it('counts what it puts back against the limit of the output', () => {
    const rest = 2_097_152 - 2 * '^XA^FDé^FS^CI28^FX^XZ'.length - '^XA^CI0^XZ'.length;
    const template = (more: number) =>
      templateOf(`^XA^FDé^FS^CI28^FX${'x'.repeat(Math.floor(rest / 2) + more)}^XZ`);
    expect(() => print(template(0), [{}], 2, context)).not.toThrow();
    expect(failureOf(() => print(template(1), [{}], 2, context)).code).toBe('too_large');
  });

  it('reports the barcode faults of all records together', () => {
    const template = templateOf('^XA^BEN^FD{g}^FS^B8N^FD{h}^FS^XZ');
    const failure = failureOf(() =>
      print(template, [{ g: '1', h: '1234567' }, { g: '1' }, { g: '2', h: 'x' }], 3, context),
    );
    expect(failure.code).toBe('barcode_invalid');
    expect(failure.fields?.map(({ symbology, value }) => [symbology, value])).toEqual([
      ['ean13', '1'],
      ['ean13', '1'],
      ['ean8', '{h}'],
      ['ean13', '2'],
      ['ean8', 'x'],
    ]);
    expect(failure.records).toEqual([0, 1, 1, 2, 2]);
  });
});
