import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../src/import/draws-alike.ts';
import { drawMarker } from '../../src/template/raster-markers/draw-marker.ts';
import type { MarkerRequest } from '../../src/template/raster-markers/request.ts';
import { encodeGraphic, encodeRunLengths } from '../../src/zpl/graphic-encode.ts';
import { DEFAULT_PREFIXES } from '../../src/zpl/tokenize.ts';
import { importText } from './round-trip.ts';

const SIZE = { widthMm: 100, heightMm: 75, dpi: 203 };

type Request = Pick<MarkerRequest, 'symbology' | 'value'> & Partial<MarkerRequest>;

function picture(request: Request): { data: Uint8Array; width: number; height: number } {
  const drawn = drawMarker({ module: 3, rotation: 'N', ...request });
  if (!drawn.ok) throw new Error(drawn.reason);
  return drawn;
}

/** `^GF` of a symbol as a driver draws it. */
function graphic(request: Request): string {
  const { data, width } = picture(request);
  return `^GF${encodeGraphic(data, (width + 7) >> 3, DEFAULT_PREFIXES)}`;
}

const SYMBOLS: readonly Request[] = [
  { symbology: 'qrcode', value: 'https://x.example/A1', ec: 'Q', quiet: 4 },
  { symbology: 'qrcode', value: 'Zoë ☃' },
  { symbology: 'datamatrix', value: 'ABC123456', quiet: 1 },
  { symbology: 'pdf417', value: 'Hello world 1234567', columns: 4, rotation: 'R' },
  { symbology: 'azteccode', value: 'Hello world 123', rotation: 'I' },
  { symbology: 'code128', value: 'AB123456', height: 60, rotation: 'B' },
  { symbology: 'code39', value: 'ABC-12', height: 60, ratio: 2.5 },
  { symbology: 'interleaved2of5', value: '12345678', height: 60 },
  { symbology: 'ean13', value: '4006381333931', height: 60, rotation: 'R' },
  { symbology: 'micropdf417', value: 'Hello 123', columns: 2 },
  { symbology: 'maxicode', value: 'This is MaxiCode' },
  { symbology: 'gs1-128', value: '(01)04006381333931(10)AB12', height: 60, rotation: 'B' },
  { symbology: 'gs1datamatrix', value: '(01)04006381333931(10)AB12' },
  { symbology: 'gs1qrcode', value: '(01)04006381333931(10)AB12', ec: 'Q' },
  { symbology: 'databaromni', value: '04006381333931', height: 60, rotation: 'R' },
  { symbology: 'databarstacked', value: '04006381333931' },
  { symbology: 'databarstackedomni', value: '04006381333931' },
  { symbology: 'databarlimited', value: '04006381333931', height: 60 },
  { symbology: 'databarexpanded', value: '(01)04006381333931(10)AB', module: 2, height: 80 },
  { symbology: 'databarexpandedstacked', value: '(01)04006381333931(10)AB', columns: 4 },
];

describe('pictures of a symbol', () => {
  it.each(SYMBOLS)(
    'of $symbology that says $value are marked, and redrawn in the same dots',
    async (request) => {
      const text = `^XA^LH10,10^FO40,60${graphic(request)}^FS^FO500,60^GB50,50,5^FS^XZ`;
      const { stream, labels, notes } = await importText(text, { marksRasters: true });
      const [label] = labels;
      if (label === undefined) throw new Error('no label');
      const { symbology, value, module = 3 } = request;
      const variable = symbology.replace('-', '_');
      // A GTIN is said with its application identifier, and taken without it.
      const said = { symbology, value: expect.stringContaining(value), isExact: true, variable };
      expect(label.rasters).toMatchObject([said]);
      expect(label.zpl).toContain(
        `^FXsvc-barcode:1;symbology=${symbology};template=%7B${variable}%7D;module=${module}`,
      );
      expect(label.records).toEqual([{ [variable]: value }]);
      expect(differenceOf(stream, label, SIZE)).toBeNull();
      expect(notes.map(({ code, command, column }) => ({ code, command, column }))).toEqual([
        { code: 'raster', command: '^GF', column: 20 },
      ]);
    },
  );

  it('stay as they are unless marking is asked for', async () => {
    const text = `^XA^FO40,60${graphic({ symbology: 'qrcode', value: 'A1' })}^FS^XZ`;
    const { labels, notes } = await importText(text);
    expect(labels[0]?.zpl).toBe(text);
    expect(labels[0]?.variables).toEqual([]);
    expect(labels[0]?.rasters).toEqual([
      {
        format: 'QRCode',
        value: 'A1',
        symbology: 'qrcode',
        isExact: true,
        variable: null,
        box: { left: 40, top: 60, right: 103, bottom: 123 },
      },
    ]);
    expect(notes[0]?.message).toBe('the picture at 40,60 is a QRCode that says "A1"');
  });

  it('take the variable of a field that holds the same', async () => {
    const qr = graphic({ symbology: 'qrcode', value: 'AB-1234' });
    const { labels } = await importText(`^XA^FO9,9^FN1"Order"^FS^FN1^FDAB-1234^FS^FO40,60${qr}^FS^XZ`, {
      marksRasters: true,
    });
    expect(labels[0]?.zpl).toContain('template=%7Border%7D');
    expect(labels[0]?.records).toEqual([{ order: 'AB-1234' }]);
  });

  it('are marked where they are stored first', async () => {
    const { data, width } = picture({ symbology: 'qrcode', value: 'A1' });
    const perRow = (width + 7) >> 3;
    const text = `~DGR:QR.GRF,${data.length},${perRow},${encodeRunLengths(data, perRow)}^XA^FT40,200^XGR:QR.GRF,1,1^FS^XZ`;
    const { stream, labels } = await importText(text, { marksRasters: true });
    expect(labels[0]?.zpl).toMatch(/\^FT40,200\^GFA,/);
    expect(labels.map((label) => differenceOf(stream, label, SIZE))).toEqual([null]);
  });

  it.each(['^FO40,60,1', '^MUM^FO4,6', '^FWR^FO40,60'])(
    'stay as they are where %s places them',
    async (origin) => {
      const text = `^XA${origin}${graphic({ symbology: 'qrcode', value: 'A1' })}^FS^XZ`;
      const { labels, notes } = await importText(text, { marksRasters: true });
      expect(labels[0]?.zpl).toBe(text);
      expect(notes[0]?.message).toMatch(/redrawn: its field has more than a place in dots and the picture$/);
    },
  );

  it('say that no marker draws them like this', async () => {
    const text = `^XA^FO40,60${graphic({ symbology: 'microqrcode', value: '12345' })}^FS^XZ`;
    const { notes } = await importText(text, { marksRasters: true });
    expect(notes[0]?.message).toBe(
      'the picture at 40,60 holds a MicroQRCode that says "12345", and cannot be redrawn: no marker draws the same symbol',
    );
  });

  it('are only reported where they hold something else beside the symbol', async () => {
    const { data, width, height } = picture({ symbology: 'code128', value: 'AB12', height: 40 });
    const stride = (width + 7) >> 3;
    // A line below the bars.
    const page = new Uint8Array(stride * (height + 40));
    page.set(data);
    page.fill(0xff, stride * (height + 30), stride * (height + 32));
    const text = `^XA^FO0,0^GF${encodeGraphic(page, stride, DEFAULT_PREFIXES)}^FS^XZ`;
    const { labels, notes } = await importText(text, { marksRasters: true });
    expect(labels[0]?.zpl).toBe(text);
    expect(labels[0]?.rasters).toMatchObject([
      { format: 'Code128', value: 'AB12', symbology: null, variable: null },
    ]);
    expect(notes[0]?.message).toMatch(/cannot be redrawn: something else is in the picture$/);
  });
});
