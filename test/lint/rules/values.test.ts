import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

const codesOf = (zpl: string, options: Parameters<typeof lint>[1] = {}) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, value }) => [code, offset, value]);

describe('with values', () => {
  const zpl = '^XA^FO50,50^A0N,30^FD{name}^FS^FO50,90^BY2^BEN,80^FD{ean}^FS^XZ';

  it('looks at what they make of the label, at the place of the placeholder', () => {
    expect(codesOf(zpl, { variables: { name: 'x', ean: '12' } })).toEqual([
      ['barcode-data-changed', 52, '{ean}'],
    ]);
    expect(codesOf(zpl, { variables: { Name: 'x', EAN: '400638133393' } })).toEqual([]);
    const size = { widthMm: 50, heightMm: 40, dpi: 203 };
    expect(codesOf(zpl, { size })).toEqual([]);
    const variables = { name: 'a name that is far too long for this label', ean: '400638133393' };
    expect(codesOf(zpl, { size, variables })).toEqual([['text-cut', 21, '{name}']]);
  });

  it('says which placeholder has none, and which value no placeholder', () => {
    expect(codesOf(zpl, { variables: { name: 'x', eann: '1' } })).toEqual([
      ['value-unused', 0, '^XA'],
      ['value-missing', 52, '{ean}'],
    ]);
  });

  it('applies saved transforms, and says where one fails', () => {
    const fieldTransforms = [
      { variable: 'ean', steps: [{ op: 'digits' }, { op: 'max_length', length: 12 }] },
    ];
    const name = 'x';
    expect(codesOf(zpl, { fieldTransforms, variables: { name, ean: '400-638-133393' } })).toEqual([]);
    const long = codesOf(zpl, { fieldTransforms, variables: { name, ean: '400-638-1333931' } });
    expect(long).toContainEqual(['transform-failed', 52, '{ean}']);
  });

  it('says which value a marked raster cannot show', () => {
    const raster = (symbology: string) =>
      `^XA^FXsvc-barcode:1;symbology=${symbology};template=%7Ba%7D;module=2^FS^FO50,50^GFA,8,8,1,^FS^XZ`;
    for (const symbology of ['image', 'ean13']) {
      const found = lint(Buffer.from(raster(symbology)), { variables: { a: 'x' } });
      const finding = found.find(({ code }) => code === 'value-not-writable');
      const told = symbology === 'image' ? 'must be a PNG or JPEG in base64' : 'digits';
      expect(finding).toMatchObject({ severity: 'error', message: expect.stringContaining(told) });
      expect(codesOf(raster(symbology)).map(([code]) => code)).not.toContain('value-not-writable');
    }
  });

  it('says which value the encoding lacks', () => {
    expect(codesOf(zpl, { variables: { name: '中', ean: '400638133393' } })).toContainEqual([
      'value-not-writable',
      21,
      '{name}',
    ]);
  });
});
