import { expect, it } from 'vitest';
import { convertPicture, openPicture } from '../../src/convert/convert-picture.ts';
import { drawnByRows } from '../../src/convert/jpeg-by-rows.ts';
import { PdfFault } from '../../src/convert/pdfium.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import { readPicture } from '../../src/raster/images/read-picture.ts';
import { flatJpeg } from '../support/flat-jpeg.ts';
import { pictureFile, signature } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';

const draw = (jpeg: Buffer, width: number, height: number) => drawnByRows(jpeg, { width, height });
const meanOf = (data: Uint8Array) => data.reduce((sum, grey) => sum + grey, 0) / data.length;

it('a JPEG by rows is the one that the canvas draws', () => {
  const jpeg = signature(1, 'image/jpeg');
  const byRows = draw(jpeg, 400, 120);
  const whole = readPicture(jpeg, { type: 'JPEG', width: 400, height: 120 });
  const differences = byRows?.data.map((grey, at) => Math.abs(grey - (whole?.data[at] as number)));
  expect(Math.max(...(differences ?? []))).toBeLessThanOrEqual(8);
  expect(meanOf(differences ?? new Uint8Array(1))).toBeLessThan(0.5);
});

it('is averaged where it becomes smaller', () => {
  const checks = Array.from({ length: 64 }, (_, y) => (y % 2 === 0 ? '#.' : '.#').repeat(32));
  const data = draw(pictureFile(checks, 'image/jpeg', 4), 32, 32)?.data;
  expect(meanOf(data as Uint8Array)).toBeGreaterThan(115);
  expect(meanOf(data as Uint8Array)).toBeLessThan(140);
  expect([Math.min(...(data as Uint8Array)) > 90, Math.max(...(data as Uint8Array)) < 165]).toEqual([
    true,
    true,
  ]);
});

it('may be black or white, or have no colours', () => {
  for (const [letter, grey] of [
    ['#', 0],
    ['.', 255],
  ] as const) {
    const jpeg = pictureFile([letter], 'image/jpeg', 64);
    expect(new Set(draw(jpeg, 16, 16)?.data)).toEqual(new Set([grey]));
  }
  expect(new Set(draw(flatJpeg(640, 480, { components: 1 }), 64, 48)?.data)).toEqual(new Set([128]));
});

it('is damaged where it has no pixels, or no end', () => {
  const jpeg = signature(1, 'image/jpeg');
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  expect(draw(jpeg.subarray(0, jpeg.length / 2), 40, 12)).toBeNull();
  expect(draw(Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]), 40, 12)).toBeNull();
});

const OPTIONS = { ...PLAIN_PICTURE, widthMm: 10 };

it('is refused where its file leaves too little memory', () => {
  const padded = Buffer.concat([
    signature(1, 'image/jpeg'),
    Buffer.alloc(85_000_000),
    Buffer.from([0xff, 0xd9]),
  ]);
  expect(() => draw(padded, 40, 12)).toThrow(PdfFault);
});

it('says what is wrong with a JPEG of many pixels', () => {
  const faultOf = (jpeg: Buffer) => {
    const header = pictureHeader(jpeg) as PictureHeader;
    return () => convertPicture(jpeg, header, OPTIONS);
  };
  const jpeg = flatJpeg(6000, 6000);
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  expect(faultOf(Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]))).toThrow(
    'the JPEG picture is damaged',
  );
  expect(faultOf(Buffer.concat([jpeg, Buffer.alloc(60_000_000)]))).toThrow(
    'the picture has 6000 x 6000 pixels; 23338663 are allowed',
  );
  const large = flatJpeg(8193, 8192);
  expect(() => openPicture(large, pictureHeader(large) as PictureHeader)).toThrow(
    'the picture has 8193 x 8192 pixels; 67108864 are allowed',
  );
});
