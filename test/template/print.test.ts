import { describe, expect, it } from 'vitest';
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

  it('reports the barcode faults of all records together, each once', () => {
    const template = templateOf('^XA^BEN^FD{g}^FS^B8N^FD{h}^FS^XZ');
    const failure = failureOf(() =>
      print(template, [{ g: '1', h: '1234567' }, { g: '1' }, { g: '2', h: 'x' }], 3, context),
    );
    expect(failure.code).toBe('barcode_invalid');
    expect(failure.fields?.map(({ symbology, value }) => [symbology, value])).toEqual([
      ['ean13', '1'],
      ['ean8', '{h}'],
      ['ean13', '2'],
      ['ean8', 'x'],
    ]);
  });
});
