import { describe, expect, it } from 'vitest';
import { drawMarker } from '../../../src/template/raster-markers/draw-marker.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { decodeGraphic } from '../../../src/zpl/graphic-field.ts';
import { tokenize } from '../../../src/zpl/tokenize.ts';
import { failureOf, NOW, print, run, templateOf } from '../run.ts';

const GRAPHIC = '^GFA,20,20,2,FFFF'; // 16 dots wide, 10 rows

function marker(
  template: string,
  more = 'module=4;ec=M;rotation=N',
  symbology = 'qrcode',
  version = '1',
): string {
  return `^FXsvc-barcode:${version};symbology=${symbology};template=${encodeURIComponent(template)};${more}^FS`;
}

/** The commands of a substituted stream, with the picture that its `^GF` holds. */
function read(output: string) {
  const commands = [...tokenize(toByteString(output))];
  const params = (name: string) => commands.find((command) => command.name === name)?.params ?? '';
  const [kind, , total, perRow, ...rest] = params('^GF').split(',');
  const payload = toByteString(rest.join(','));
  const { data, fault } = decodeGraphic(kind as 'A', payload, Number(total), Number(perRow));
  return {
    params,
    data: Buffer.from(data),
    fault,
    perRow: Number(perRow),
    rows: Number(total) / Number(perRow),
  };
}

describe('a marked raster barcode', () => {
  it('is encoded again as the encoder draws the value', () => {
    const output = run(`^XA${marker('https://x.example/{sku}')}^FO10,20${GRAPHIC}^FS^XZ`, { SKU: 'a>b^é' });
    const expected = drawMarker({
      symbology: 'qrcode',
      value: 'https://x.example/a>b^é',
      module: 4,
      ec: 'M',
      rotation: 'N',
    });
    const { data, fault, perRow, rows } = read(output);
    expect(expected.ok && [expected.width, expected.height]).toEqual([expect.any(Number), rows]);
    expect(fault).toBeNull();
    expect(expected.ok && Buffer.from(expected.data).equals(data)).toBe(true);
    expect(expected.ok && Math.ceil(expected.width / 8)).toBe(perRow);
  });

  it('keeps its marker, without the value', () => {
    const comment = marker('{sku}');
    expect(run(`^XA${comment}^FO1,1${GRAPHIC}^FS^XZ`, { sku: 'secret' })).toContain(comment);
  });

  it.each([
    ['^FO10,200', (rows: number, columns: number) => [10, 200, rows, columns]],
    ['^FO10,200,0', () => [10, 200]],
    ['^FT10,200', (rows: number) => [10, 200 - 10 + rows]],
    ['^FO300,200,1', (_: number, columns: number) => [300 - 16 + columns, 200]],
    ['^FT300,200,1', (rows: number, columns: number) => [300 - 16 + columns, 200 - 10 + rows]],
    ['^FWN,1^FO300,200', (_: number, columns: number) => [300 - 16 + columns, 200]],
  ])('keeps its top left under %s', (origin, expected) => {
    const before = origin.startsWith('^FW') ? '^FWN,1' : '';
    const output = run(`${before}${marker('{v}')}${origin.slice(before.length)}^FR${GRAPHIC}^FS`, {
      v: 'x'.repeat(200),
    });
    const { params, rows, perRow } = read(output);
    const [x, y] = params(origin.includes('FT') ? '^FT' : '^FO')
      .split(',')
      .map(Number);
    expect([x, y]).toEqual(expected(rows, perRow * 8).slice(0, 2));
    expect(output).toContain('^FR^GF');
  });

  it.each([
    ['^FT300', 'placed after other text'],
    ['^MUI^FT1,1', 'units other than dots'],
  ])('stays as saved where its corner cannot be kept: %s', (origin, reason) => {
    const setting = origin.startsWith('^MU') ? '^MUI' : '';
    const zpl = `${setting}${marker('{v}')}${origin.slice(setting.length)}${GRAPHIC}^FS`;
    expect(run(zpl, { v: '1' })).toBe(zpl);
    expect(templateOf(zpl).diagnostics[0]?.reason).toContain(reason);
  });

  it.each([
    ['an unknown version', marker('{v}', 'module=4', 'qrcode', '2')],
    ['broken percent-encoding', '^FXsvc-barcode:1;symbology=qrcode;template=%7Bv%7;module=4^FS'],
    ['no module', marker('{v}', 'ec=M')],
    ['a module of 0', marker('{v}', 'module=0')],
    ['a rotation that is none', marker('{v}', 'module=4;rotation=X')],
    ['a key twice', marker('{v}', 'module=4;module=5')],
    ['an unknown symbology', marker('{v}', 'module=4', 'barcode9000')],
  ])('stays as saved with %s in its marker, and there is a diagnostic', (_, comment) => {
    const zpl = `^XA${comment}^FO1,1${GRAPHIC}^FS^XZ`;
    const template = templateOf(zpl);
    expect(run(zpl, { v: '1' })).toBe(zpl);
    expect(template.isDynamic).toBe(false);
    expect(template.diagnostics).toMatchObject([{ command: '^FX', span: { start: 3 } }]);
  });

  it('needs its field right after it', () => {
    for (const between of ['^FO1,1^FDx^FS', '^CF0', '^FO1,1^GB9,9^FS', '^FO1,1^FS']) {
      const zpl = `${marker('{v}')}${between}^FO1,1${GRAPHIC}^FS`;
      expect(run(zpl, { v: '1' })).toBe(zpl);
      expect(templateOf(zpl).diagnostics).toHaveLength(1);
    }
  });

  it('stays as saved without placeholders', () => {
    const zpl = `${marker('fixed')}^FO1,1${GRAPHIC}^FS`;
    expect(run(zpl, {})).toBe(zpl);
    expect(templateOf(zpl)).toMatchObject({ isDynamic: false, diagnostics: [] });
  });

  it('reports a missing variable and content that does not fit, in Unicode', () => {
    const zpl = `${marker('é{a}')}^FO1,1${GRAPHIC}^FS${marker('{b}', 'module=2;height=50', 'ean13')}^FO1,1${GRAPHIC}^FS`;
    expect(failureOf(() => run(zpl, { b: '12' })).fields).toEqual([
      { symbology: 'qrcode', template: 'é{a}', value: 'é{a}', reason: expect.stringContaining('"a"') },
      { symbology: 'ean13', template: '{b}', value: '12', reason: expect.any(String) },
    ]);
    const long = failureOf(() => run(`${marker('{a}')}^FO1,1${GRAPHIC}^FS`, { a: '日'.repeat(1000) }));
    expect(long.code).toBe('barcode_invalid');
  });

  it('takes digits of Interleaved 2 of 5 in pairs', () => {
    const zpl = `${marker('{v}', 'module=2', 'interleaved2of5')}^FO1,1${GRAPHIC}^FS`;
    expect(() => run(zpl, { v: '1234' })).not.toThrow();
    expect(failureOf(() => run(zpl, { v: '123' })).fields).toEqual([
      {
        symbology: 'interleaved2of5',
        template: '{v}',
        value: '123',
        reason: 'Interleaved 2 of 5 takes an even number of digits; got 3',
      },
    ]);
  });

  it('is too large beyond 4096 dots, and beyond the pixels that a job shares', () => {
    const huge = `${marker('{a}', 'module=200')}^FO1,1${GRAPHIC}^FS`;
    expect(failureOf(() => run(huge, { a: 'x' })).code).toBe('too_large');
    // Version 1 has 21 modules: 21 x 50 = 1050 dots, 1102500 pixels; seven fit.
    const template = templateOf(`${marker('{a}', 'module=50')}^FO1,1${GRAPHIC}^FS`);
    const records = (count: number) => Array.from({ length: count }, () => ({ a: 'x' }));
    expect(() => print(template, records(7), 10, { now: NOW })).not.toThrow();
    expect(failureOf(() => print(template, records(8), 1, { now: NOW })).code).toBe('too_large');
  });

  it('may stand 128 times in a label', () => {
    const label = (count: number) => templateOf(`${marker('{a}')}^FO1,1${GRAPHIC}^FS`.repeat(count));
    expect(label(128).failure).toBeNull();
    expect(label(129).failure).toMatchObject({ code: 'too_large' });
  });

  it('is written with the prefixes and the delimiter in force', () => {
    const zpl = `${marker('{a}')}^FO1,1${GRAPHIC}^FS`.replaceAll('^', '!').replaceAll(',', ';');
    expect(run(`^CC!!CD;${zpl}`, { a: 'x' })).toMatch(/!FO1;1!GFA;\d+;\d+;\d+;:Z64:[^,]+!FS$/);
  });

  it('takes several placeholders and automatic tokens', () => {
    const zpl = `${marker('{a}-{DATE:YY}-{b}')}^FO1,1${GRAPHIC}^FS`;
    const same = `${marker('{all}')}^FO1,1${GRAPHIC}^FS`;
    const picture = (text: string) => text.slice(text.indexOf('^GF'));
    expect(picture(run(zpl, { a: 'x', b: 'y' }))).toBe(picture(run(same, { all: 'x-26-y' })));
    expect(templateOf(zpl).tokenNames).toEqual(['a', 'DATE', 'b']);
  });
});
