import { beforeAll, describe, expect, it } from 'vitest';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { decodeGraphic } from '../../../src/zpl/graphic-field.ts';
import { tokenize } from '../../../src/zpl/tokenize.ts';
import { prepareReader, readSymbol } from '../../support/symbol-reader.ts';
import { failureOf, run } from '../run.ts';

beforeAll(prepareReader);

const SAVED = { columns: 16, rows: 10 };
const GRAPHIC = '^GFA,20,20,2,FFFF';

/** The raster that a substituted label holds, and the coordinates of its origin. */
function rasterOf(output: string) {
  const commands = [...tokenize(toByteString(output))];
  const graphic = commands.find(({ name }) => name === '^GF')?.params ?? '';
  const [, , total, perRow, ...rest] = graphic.split(',');
  const payload = toByteString(rest.join(','));
  const { data } = decodeGraphic('A', payload, Number(total), Number(perRow));
  const origin = commands.find(({ name }) => name === '^FO' || name === '^FT')?.params ?? '';
  const [x = 0, y = 0] = origin.split(',').map(Number);
  return { x, y, width: Number(perRow) * 8, height: Number(total) / Number(perRow), data };
}

const SYMBOLS = [
  ['qrcode', 'module=3;ec=Q'],
  ['datamatrix', 'module=4'],
  ['pdf417', 'module=2;ec=2'],
  ['azteccode', 'module=3;ec=30'],
  ['code128', 'module=2;height=60'],
] as const;

describe('a raster encoded again inside a label', () => {
  it.each(SYMBOLS)(
    'reads as its template with the values, turned, grown or shrunk: %s',
    async (symbology, keys) => {
      const template = encodeURIComponent('A-{serial}/{lot}');
      for (const rotation of ['N', 'R', 'I', 'B']) {
        for (const serial of ['7', 'serial 0123456789 '.repeat(symbology === 'code128' ? 1 : 4)]) {
          const marker = `^FXsvc-barcode:1;symbology=${symbology};template=${template};${keys};rotation=${rotation}^FS`;
          const placed = run(`^XA${marker}^FO40,30${GRAPHIC}^FS^XZ`, { serial, lot: 'B;1' });
          const based = run(`^XA${marker}^FT40,${30 + SAVED.rows}${GRAPHIC}^FS^XZ`, { serial, lot: 'B;1' });
          const raster = rasterOf(placed);
          expect((await readSymbol(raster))?.text).toBe(`A-${serial}/B;1`);
          expect([raster.x, raster.y]).toEqual([40, 30]);
          // ^FT names the bottom left: the top stays where it was.
          const lower = rasterOf(based);
          expect([lower.x, lower.y - lower.height]).toEqual([40, 30]);
          expect(lower.data).toEqual(raster.data);
        }
      }
    },
  );

  it.each(['micropdf417', 'datamatrixrectangular', 'pdf417compact'])(
    'gives carets back where a character set is announced: %s',
    async (symbology) => {
      for (const value of ['é^', '^é^^^7', 'é^FNC1', '^094é']) {
        const marker = `^FXsvc-barcode:1;symbology=${symbology};template=%7Bv%7D;module=4;quiet=4^FS`;
        const raster = rasterOf(run(`^XA${marker}^FO40,30${GRAPHIC}^FS^XZ`, { v: value }));
        expect((await readSymbol(raster))?.text).toBe(value);
      }
    },
  );

  it('refuses half a character, which no reader could give back', () => {
    const marker = '^FXsvc-barcode:1;symbology=qrcode;template=%7Bv%7D;module=3^FS';
    const failure = failureOf(() => run(`${marker}^FO1,1${GRAPHIC}^FS`, { v: 'a\ud800' }));
    expect(failure.fields).toMatchObject([
      { symbology: 'qrcode', reason: expect.stringContaining('U+D800') },
    ]);
  });
});
