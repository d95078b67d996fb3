import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { scaledZpl } from '../../src/convert/scaled-zpl.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { headOf } from '../../src/units.ts';
import { type ByteString, toByteString } from '../../src/zpl/byte-string.ts';
import { decodeGraphic } from '../../src/zpl/graphic-field.ts';
import { parse } from '../../src/zpl/parse.ts';
import { content } from '../engine/random-label.ts';
import { scan } from '../golden/barcodes.ts';
import { runs } from '../support/runs.ts';

const scaled = (zpl: string, ratio: number): string => scaledZpl(zpl as ByteString, 203, 203 * ratio).zpl;

describe('ZPL for another resolution', () => {
  it.each([
    // Places and sizes, with what is missing left out.
    ['^FO100,50^FT,20,1^LH3,0^LT-10^LS5', '^FO150,75^FT,30,1^LH5,0^LT-15^LS8'],
    ['^A0N,30,20^A@R,,33,E:A.TTF^CF0,20', '^A0N,45,30^A@R,,50,E:A.TTF^CF0,30'],
    ['^FB300,4,-3,C,10^TBN,200,90', '^FB450,4,-4,C,15^TBN,300,135'],
    ['^GB100,0,1,W,3^GC41,2^GE9,9,9^GD30,20,1,,L', '^GB150,0,2,W,3^GC62,3^GE14,14,14^GD45,30,2,,L'],
    ['^PW800^LL1200,Y^FM10,20,e,e', '^PW1200^LL1800,Y^FM15,30,e,e'],
    // Modules are whole dots within their bounds; the ratio of bars, lines and security stay.
    ['^BY2,2.5,100^BCR,80,Y,N^B7N,4,5,6,7', '^BY3,2.5,150^BCR,120,Y,N^B7N,6,5,6,7'],
    ['^BQN,2,5,Q^BXN,4,200^BOR,7^BQN,2', '^BQN,2,8,Q^BXN,6,200^BOR,10^BQN,2'],
    // Data, comments, names, times and what is unknown stay.
    [
      '^FX 10,10 ^FD10,10^XGR:A.GRF,2,3^FN10^PQ10,5^ZZ10^SN10,1',
      '^FX 10,10 ^FD10,10^XGR:A.GRF,2,3^FN10^PQ10,5^ZZ10^SN10,1',
    ],
    // Millimetres and inches are what they are.
    ['^MUM^FO10,10^MUD^FO10,10', '^MUM^FO10,10^MUD^FO15,15'],
    // Other prefixes and delimiters.
    ['^CD;^FO10;20;1~CC!!GB10;20;2', '^CD;^FO15;30;1~CC!!GB15;30;3'],
    [' ^FO 10 , 20 \n^FS', ' ^FO 15 , 30 \n^FS'],
  ])('%s', (zpl, expected) => {
    expect(scaled(zpl, 1.5)).toBe(expected);
    expect(scaled(zpl, 1)).toBe(zpl);
  });

  it('keeps a module of a dot, and a symbol within its bounds', () => {
    expect(scaled('^BY1,3,10^GB9,9,1', 152 / 600)).toBe('^BY1,3,3^GB2,2,1');
    expect(scaled('^BY8^BQN,2,60', 3)).toBe('^BY12^BQN,2,100');
  });

  it.each([
    ['^XA^FO1,1^FDx^FS^XZ^XA^XZ', '^XA^CFA,18,10^FO2,2^FDx^FS^XZ^XA^XZ'],
    ['^XA\n^FO1,1^BCN^FDx^FS^XZ', '^XA\n^BY4,,20^FO2,2^BCN^FDx^FS^XZ'],
    ['^XA^FO1,1^GSN^FDA^FS^XZ', '^XA^FO2,2^GSN,48,48^FDA^FS^XZ'],
    // Without a field that needs them there are none.
    ['^XA^GB9,9,9^FS^XZ', '^XA^GB18,18,18^FS^XZ'],
    ['^XA^CF0,30^BY2,,50^FO1,1^FDx^FS^BCN^FDx^FS^XZ', '^XA^CF0,60^BY4,,100^FO2,2^FDx^FS^BCN^FDx^FS^XZ'],
    // Behind what is set before.
    ['^BY3^XA^FO1,1^BCN^FDx^FS^XZ', '^BY6^XA^BY,,20^FO2,2^BCN^FDx^FS^XZ'],
    ['^CFD^XA^FO1,1^FDx^FS^XZ', '^CFD,36,20^XA^CFD,36,20^FO2,2^FDx^FS^XZ'],
    ['^XA^MUM^FO1,1^FDx^FS^XZ', '^XA^CFA,18,10^MUM^FO1,1^FDx^FS^XZ'],
    // In a format, which may be recalled alone.
    ['^XA^DFR:A.ZPL^FS^FO1,1^FN1^FS^XZ', '^XA^DFR:A.ZPL^CFA,18,10^FS^FO2,2^FN1^FS^XZ'],
    // Parameters that are left out.
    ['^GB10,10^GC10^GD10,10^GB10', '^GB20,20,2^GC20,2^GD20,20,2^GB20,,2'],
    ['^BRN,1,,1^BTN', '^BRN,1,4,1,50^BTN,4,,80,8,4'],
  ])('writes the defaults that no printer scales: %s', (zpl, expected) => {
    expect(scaled(zpl, 2)).toBe(expected);
  });

  it('leaves the magnifications out that a printer scales by itself', () => {
    expect(scaledZpl('^BQN,2^BON^BTN\n' as ByteString, 203, 600).zpl).toBe('^BQN,2^BON^BTN,6,,118,12,6\n');
    expect(scaledZpl('^BQN,2' as ByteString, 152, 203).zpl).toBe('^BQN,2,1');
  });

  it.each([
    // A cell of 18 x 10 once, which as large as written would be once or twice.
    ['^ADN,10', '^ADN,54,30'],
    ['^AD', '^AD,54,30'],
    ['^CFD^A0N', '^CFD,54,30^A0N,27,15'],
    ['^ADN,36', '^ADN,106'],
    // A side that P to V are not given is that of the cell.
    ['^APN,60', '^APN,180,54'],
    // E has larger cells on a fine head; D that is a stored font is scalable.
    ['^AEN,28,15', '^AEN,83,44'],
    ['^CWD,E:X.TTF^ADN,10', '^CWD,E:X.TTF^ADN,30'],
  ])('gives fonts of whole magnifications the nearest size: %s', (zpl, expected) => {
    expect(scaledZpl(zpl as ByteString, 203, 600).zpl).toBe(expected);
  });

  it('scales modules in dots, but no lengths, in millimetres, and says so', () => {
    const zpl = '^XA^MUM^FO10,10^BQN,2,4^FDQA,x^FS^FO1,1^GFA,2,2,1,8000^FS^XZ' as ByteString;
    const { zpl: result, notes } = scaledZpl(zpl, 300, 600);
    expect(result).toContain('^MUM^FO10,10^BQN,2,8^FDQA,x^FS^FO1,1^GFA,8,8,2,');
    expect(notes).toEqual(['lengths in millimetres or inches (^MU) stay as they are']);
  });

  it('keeps a shift within what the printer takes', () => {
    expect(scaledZpl('^LT100^LT-90' as ByteString, 203, 300)).toEqual({
      zpl: '^LT120^LT-120',
      notes: [
        '^LT100 would be 148 dots, and printers take 120',
        '^LT-90 would be -133 dots, and printers take -120',
      ],
      isSplit: false,
    });
    // A shift without effect stays without one.
    expect(scaledZpl('^LT130' as ByteString, 203, 152).zpl).toBe('^LT130');
  });

  it('finds numbers as printers do, and leaves placeholders alone', () => {
    expect(scaled('^FOB50,x60^FO{a1},{b2}^FO-10,.5', 2)).toBe('^FOB100,x120^FO{a1},{b2}^FO-20,1');
  });

  it('resamples pictures, wherever they are', () => {
    // A dot in the upper left corner of 8 x 2.
    expect(scaled('^GFA,2,2,1,8000^FS', 2)).toBe('^GFA,8,8,2,C,:,:^FS');
    expect(scaled('~DGR:A.GRF,2,1,8000^XA', 2)).toBe('~DGR:A.GRF,8,2,C,:,:^XA');
    expect(scaled('^GFA,9,0,1,80^FS', 2)).toBe('^GFA,9,0,1,80^FS');
    const zpl = '~DYR:A,A,G,2,1,8000^XA^FO0,0^XGR:A.GRF^FS^XZ';
    const [label] = parse(toByteString(scaled(zpl, 3)), { dotsPerMm: 24 }).labels;
    expect(label?.elements).toMatchObject([{ kind: 'graphic', bytesPerRow: 3, rows: 6 }]);
  });

  it('gives each dot of a picture the colour of the old one at its centre', () => {
    const rows = fc.array(
      fc.array(fc.constantFrom(0, 0xff, 0x80, 0x3c, 0xa5), { minLength: 3, maxLength: 3 }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    const dotAt = (data: Uint8Array, bytesPerRow: number, x: number, y: number): number =>
      ((data[y * bytesPerRow + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
    fc.assert(
      fc.property(rows, fc.constantFrom(152, 300, 600), (lines, dpi) => {
        const ratio = dpi / 203;
        const old = Uint8Array.from(lines.flat());
        const zpl = `^GFA,${old.length},${old.length},3,${Buffer.from(old).toString('hex').toUpperCase()}^FS`;
        const [, total = '', row = '', payload = ''] =
          /\^GFA,\d+,(\d+),(\d+),([^^]*)\^FS/.exec(scaled(zpl, ratio)) ?? [];
        const { data } = decodeGraphic('A', payload as ByteString, Number(total), Number(row));
        for (let y = 0; y < Number(total) / Number(row); y++) {
          for (let x = 0; x < Math.round(24 * ratio); x++) {
            const [oldX, oldY] = [Math.floor((x + 0.5) / ratio), Math.floor((y + 0.5) / ratio)];
            const expected = dotAt(old, 3, Math.min(23, oldX), Math.min(lines.length - 1, oldY));
            expect(dotAt(data, Number(row), x, y)).toBe(expected);
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('scales marked rasters by whole modules', () => {
    const marker = '^FXsvc-barcode:1;symbology=qrcode;template=%7Ba%7D;module=2;height=9^FS';
    const { zpl } = scaledZpl(`${marker}^FO9,9^GFA,2,2,1,C0C0^FS` as ByteString, 203, 300);
    expect(zpl).toBe(
      '^FXsvc-barcode:1;symbology=qrcode;template=%7Ba%7D;module=3;height=13^FS^FO13,13^GFA,6,6,2,E,::^FS',
    );
  });

  it('scales the box of a picture that is a variable as any picture', () => {
    const marker = '^FXsvc-barcode:1;symbology=image;template=%7Ba%7D;threshold=99^FS';
    const { zpl } = scaledZpl(`${marker}^FO20,20^GFA,16,16,2,F,::^FS` as ByteString, 203, 406);
    expect(zpl).toMatch(
      /^\^FXsvc-barcode:1;symbology=image;template=%7Ba%7D;threshold=99\^FS\^FO40,40\^GFA,64,64,4,/,
    );
  });

  it('keeps the right edge of a picture that stands left of its place', () => {
    // Eight dots become twelve in two bytes.
    expect(scaled('^FO80,8,1^GFA,1,1,1,FF^FS^FO80,8^GFA,1,1,1,FF^FS', 1.5)).toBe(
      '^FO120,12,1^GFA,4,4,2,0!:^FS^FO120,12^GFA,4,4,2,IF,:^FS',
    );
  });

  it('says which pictures it leaves, and which have fewer dots', () => {
    expect(scaledZpl('~DYR:A,P,P,9,,00^XA^FO1,1^GFA,1,1,1,80^FS^XZ' as ByteString, 203, 152).notes).toEqual([
      'the picture R:A of ~DY is a file and keeps its dots',
      'a picture has fewer dots: bar codes in pictures may be unreadable',
    ]);
  });

  it('refuses more pictures than memory has room for', () => {
    const white = '^GFA,4000000,4000000,1000,^FS'.repeat(20);
    expect(() => scaled(white, 1.01)).toThrow('more than 16777216 bytes');
  });

  it.each(readSamples())(
    'puts every element of $slug within a dot of its place',
    ({ label: { zpl, size } }) => {
      const source = toByteString(String(zpl));
      for (const dpi of [152, 203, 300, 600]) {
        const ratio = dpi / size.dpi;
        const before = parse(source, { dotsPerMm: headOf(size.dpi) }).labels;
        const after = parse(scaledZpl(source, size.dpi, dpi).zpl, { dotsPerMm: headOf(dpi) }).labels;
        expect(after.length).toBe(before.length);
        for (const [at, { elements }] of before.entries()) {
          const moved = after[at]?.elements ?? [];
          expect(moved.map(({ kind }) => kind)).toEqual(elements.map(({ kind }) => kind));
          for (const [number, { origin }] of elements.entries()) {
            const { x, y } = moved[number]?.origin ?? { x: Number.NaN, y: Number.NaN };
            // Half a dot of the home, half a dot of the place.
            expect(Math.abs(x - origin.x * ratio)).toBeLessThanOrEqual(1);
            expect(Math.abs(y - origin.y * ratio)).toBeLessThanOrEqual(1);
          }
        }
      }
    },
  );

  it('rounds a place with the home that is added to it, and so stays within a dot by way of 152 dpi', () => {
    // 90 dots from the edge are 67.4 of a coarser head: each of both rounded by itself makes 68.
    expect(scaledZpl('^LH10,10^FO80,70^FT80' as ByteString, 203, 152).zpl).toBe('^LH7,7^FO60,53^FT60');
    for (let home = 0; home < 30; home++) {
      for (let at = 0; at < 1300; at += 7) {
        const there = scaledZpl(`^LH${home},${home}^FO${at},${at}` as ByteString, 203, 152).zpl;
        const back = scaledZpl(there, 152, 203).zpl;
        const [homeBack = 0, atBack = 0] = [...back.matchAll(/\^(?:LH|FO)(\d+)/g)].map(([, dots]) =>
          Number(dots),
        );
        expect(Math.abs(homeBack + atBack - home - at)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('brings random labels there and back within a dot', () => {
    fc.assert(
      fc.property(content, fc.constantFrom(300, 600), (zpl, dpi) => {
        const source = toByteString(zpl);
        const back = scaledZpl(scaledZpl(source, 203, dpi).zpl, dpi, 203).zpl;
        const before = parse(source, { dotsPerMm: 8 }).labels.flatMap(({ elements }) => elements);
        const after = parse(back, { dotsPerMm: 8 }).labels.flatMap(({ elements }) => elements);
        expect(after.map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
        for (const [index, element] of before.entries()) {
          const other = after[index] as typeof element;
          expect(Math.abs(other.origin.x - element.origin.x)).toBeLessThanOrEqual(1);
          expect(Math.abs(other.origin.y - element.origin.y)).toBeLessThanOrEqual(1);
          if (element.kind === 'barcode' && other.kind === 'barcode') {
            expect(other.data).toBe(element.data);
            expect(Math.abs(other.moduleWidth - element.moduleWidth)).toBeLessThanOrEqual(1);
          }
          if (element.kind === 'text' && other.kind === 'text') expect(other.text).toBe(element.text);
          if (element.kind === 'box' && other.kind === 'box') {
            expect(Math.abs(other.width - element.width)).toBeLessThanOrEqual(1);
            expect(Math.abs(other.thickness - element.thickness)).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: runs(400) },
    );
  });
});

/** Codes without sizes of their own as far as symbologies allow, then with them. */
const CODES = [
  '^BCN^FD12345678',
  '^BY2^BCN,60,Y,N,N,A^FDAb 12',
  '^BY2,2.5,40^B3R,,N^FDA-1',
  '^BY2^BEN,50^FD590123412345',
  '^BY2^BUN,50^FD01234567890',
  '^B2N,40^FD1234567890',
  '^BAN,40^FDABC123',
  '^BKN,N,40^FD123456',
  '^BQN,2^FDQA,https://example.com/1',
  '^BQN,2,3^FDMA,HELLO',
  '^BON^FDhello world',
  '^BXN,4,200^FDhello world',
  '^BY2^B7N,6,3,4^FDa longer text for PDF417',
  '^BD4^FDhello world',
  '^BRN,1,,,60^FD0123456789012',
  '^BRN,6,2,,40^FD0109501101530003',
];

describe('bar codes at another resolution', () => {
  it.each(CODES)('decode alike: %s', async (code) => {
    const source = toByteString(`^XA^FO40,24${code}^FS^XZ`);
    const read = async (zpl: ByteString, dpi: number): Promise<unknown> => {
      const { bitmaps } = renderImages(zpl, { widthMm: 48, heightMm: 30, dpi }, 'first', {
        now: new Date(0),
      });
      return scan(bitmaps[0] as Bitmap);
    };
    const found = await read(source, 203);
    expect(found).toHaveLength(1);
    for (const dpi of [152, 300, 600])
      expect(await read(scaledZpl(source, 203, dpi).zpl, dpi)).toEqual(found);
  });
});
