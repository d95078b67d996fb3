import { describe, expect, it, test } from 'vitest';
import { LIMITS } from '../../../src/limits.ts';
import { readMarker } from '../../../src/template/raster-markers/marker.ts';
import { substituteRecords } from '../../../src/template/substitute.ts';
import { decodeGraphic } from '../../../src/zpl/graphic-field.ts';
import { claimedPng, inBase64, pictureFile, type Rows, signature } from '../../support/pictures.ts';
import { failureOf, NOW, run, templateOf } from '../run.ts';

const marked = (keys = '', box = '16,16,2', name = 'photo') =>
  `^XA^FXsvc-barcode:1;symbology=image;template=%7B${name}%7D${keys}^FS^FO10,20^GFA,${box},:AA,::^FS^XZ`;

/** The dots of the picture in a stream: rows of `#` and `.`. */
function dotsIn(zpl: string): Rows {
  const [, bytes, perRow, payload] = /\^FO10,20\^GFA,\d+,(\d+),(\d+),([^^]*)\^FS/.exec(zpl) ?? [];
  const bytesPerRow = Number(perRow);
  const { data } = decodeGraphic('A', payload as never, Number(bytes), bytesPerRow);
  return Array.from({ length: Number(bytes) / bytesPerRow }, (_, y) =>
    Array.from(data.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), (byte) =>
      byte.toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', '#'),
    ).join(''),
  );
}

const drawn = (value: string, keys = '', box?: string) => dotsIn(run(marked(keys, box), { photo: value }));
const png = (...rows: Rows) => inBase64(pictureFile(rows));
const times = (row: string, count: number): Rows => Array.from({ length: count }, () => row);

describe('a picture as a value', () => {
  it('fills the box in proportion, in the middle, with white around it', () => {
    expect(drawn(png('#.'))).toEqual(times('########........', 8));
    expect(drawn(png('#'))).toEqual(times('....########....', 8));
    expect(drawn(png('#', '#', '#', '.'))).toEqual([
      ...times('.......##.......', 6),
      ...times('................', 2),
    ]);
    expect(drawn(inBase64(pictureFile(times('#'.repeat(64), 16))))).toEqual([
      ...times('.'.repeat(16), 2),
      ...times('#'.repeat(16), 4),
      ...times('.'.repeat(16), 2),
    ]);
  });

  it('is turned, and lies on white where it is transparent', () => {
    expect(drawn(png('#.'), ';rotation=R')).toEqual([
      ...times('......####......', 4),
      ...times('.'.repeat(16), 4),
    ]);
    expect(drawn(png('#.'), ';rotation=I')).toEqual(times('........########', 8));
    expect(drawn(png('# '))).toEqual(times('########........', 8));
  });

  it('becomes black and white as its marker says', () => {
    const black = (keys: string): number => drawn(png('++'), keys).join('').split('#').length - 1;
    expect(black('')).toBe(0);
    expect(black(';threshold=129')).toBe(128);
    expect(black(';threshold=0')).toBe(0);
    expect(black(';dither=floyd-steinberg')).toBeGreaterThan(50);
    expect(black(';dither=floyd-steinberg')).toBeLessThan(78);
    expect(drawn(png('++'), ';dither=atkinson')).not.toEqual(drawn(png('++'), ';dither=floyd-steinberg'));
  });

  it('may be a JPEG, be of a data URL, and have line ends', () => {
    const file = pictureFile(['#.'], 'image/jpeg', 16);
    const rows = times('########........', 8);
    expect(drawn(inBase64(file))).toEqual(rows);
    expect(drawn(`data:image/jpeg;base64,${inBase64(file)}`)).toEqual(rows);
    expect(drawn(`data:image/png;base64,${png('#.')}`)).toEqual(rows);
    expect(drawn(inBase64(file).replaceAll(/.{76}/g, '$&\r\n'))).toEqual(rows);
    expect(drawn(png('#.').replaceAll('=', ''))).toEqual(rows);
  });

  it('leaves the box white where it is empty, and is refused where it is missing', () => {
    expect(drawn('')).toEqual(times('.'.repeat(16), 8));
    const { code, fields } = failureOf(() => run(marked(), {}));
    expect([code, fields?.[0]]).toEqual([
      'barcode_invalid',
      {
        symbology: 'image',
        template: '{photo}',
        value: '{photo}',
        reason: 'no value was given for the variable "photo"',
      },
    ]);
  });

  it('keeps its place and its size, however it is placed, and is written with the prefixes in force', () => {
    const placed = marked().replace('^FO10,20', '^FT10,20,1');
    expect(run(placed, { photo: png('#') })).toMatch(/\^FT10,20,1\^GFA,16,16,2,/);
    const renamed = marked()
      .replace('^XA', '^XA^CC+')
      .replaceAll(/\^(?!XA|CC)/g, '+');
    expect(run(renamed, { photo: png('#') })).toMatch(/\+FO10,20\+GFA,16,16,2,[^+]+\+FS/);
  });

  const SIGNATURE = signature(1);
  const scans = Buffer.concat([
    signature(1, 'image/jpeg').subarray(0, -2),
    ...Array.from({ length: 31 }, () => Buffer.from([0xff, 0xda])),
    Buffer.from([0xff, 0xd9]),
  ]);
  // A decoder takes a restart for a marker by itself; its length would hide the frame that follows.
  const ambiguous = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xd0, 0xff, 0xc0, 0, 11, 8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0]),
    signature(1, 'image/jpeg').subarray(2),
  ]);
  const cut = (file: Buffer) => file.subarray(0, file.length / 2);

  it.each<[string, string, string]>([
    ['no base64', 'a signature', 'it is not base64'],
    ['base64 of another alphabet', `${png('#').slice(0, -9)}-_-_`, 'it is not base64'],
    ['nothing but a prefix', 'data:image/png;base64,', 'it is not base64'],
    ['another type in its prefix', 'data:image/svg+xml;base64,PHN2Zz4=', 'it is not base64'],
    ['text', inBase64(Buffer.from('a signature')), 'it is neither'],
    ['a GIF', inBase64(Buffer.from('GIF89a\u0001\u0000\u0001\u0000;', 'latin1')), 'it is a GIF'],
    ['an SVG', inBase64(Buffer.from('<svg width="9" height="9"/>')), 'it is a SVG'],
    ['the beginning of a PNG', inBase64(cut(SIGNATURE)), 'this PNG is damaged'],
    ['the beginning of a JPEG', inBase64(cut(signature(1, 'image/jpeg'))), 'this JPEG is damaged'],
    ['a header alone', inBase64(SIGNATURE.subarray(0, 20)), 'it is neither'],
    ['a bomb', inBase64(claimedPng(30_000, 30_000)), 'it has 30000 x 30000 pixels'],
    ['a wide bomb', inBase64(claimedPng(4_000_000_000, 1)), 'it has 4000000000 x 1 pixels'],
    ['no pixels', inBase64(claimedPng(0, 5)), 'it has 0 x 5 pixels'],
    ['a JPEG whose segments can be read in two ways', inBase64(ambiguous), 'it is neither'],
    ['a JPEG of many scans', inBase64(scans), 'it has more than 30 scans'],
    [
      'a file that is too large',
      inBase64(Buffer.concat([SIGNATURE, Buffer.alloc(LIMITS.pictureBytes)])),
      `it has ${SIGNATURE.length + LIMITS.pictureBytes} bytes`,
    ],
    ['a text that is too large', 'iVBORw0KGgo'.repeat(10_000), 'it has 110000 characters'],
  ])('is refused as %s, with what is allowed', (_, value, why) => {
    const { code, fields } = failureOf(() => run(marked(), { photo: value }));
    expect(code).toBe('barcode_invalid');
    expect(fields).toHaveLength(1);
    expect(fields?.[0]?.reason).toBe(
      `the value of {photo} must be a PNG or JPEG in base64, of at most 49152 bytes and 2000000 pixels; ${why}`,
    );
    expect(fields?.[0]?.value.length).toBeLessThanOrEqual(41);
  });

  it('is refused before it is decoded where all of a request take too much work', () => {
    const photo = inBase64(claimedPng(1000, 1000));
    const template = templateOf(marked());
    const records = (count: number) => Array.from({ length: count }, () => ({ photo }));
    const failure = (count: number) =>
      failureOf(() => substituteRecords(template, records(count), 1, { now: NOW })).code;
    expect(() => substituteRecords(template, records(1), 1, { now: NOW })).not.toThrow();
    expect(failure(25)).toBe('too_large');
  });
});

test('a long value is refused unless it is shown as a picture alone', () => {
  const photo = inBase64(Buffer.concat([signature(1), Buffer.alloc(999)]));
  expect(photo.length).toBeGreaterThan(LIMITS.variableValueUnits);
  expect(run(marked(), { PHOTO: photo })).toContain('^GFA,16,16,2,');
  const refused = (zpl: string, variables: Record<string, string>) => failureOf(() => run(zpl, variables));
  const words = 'variables has a value longer than 1000 characters: "photo"';
  for (const zpl of ['^XA^FD{photo}^FS^XZ', '^XA^XZ', marked().replace('^XZ', '^FD{Photo}^FS^XZ')]) {
    expect(refused(zpl, { photo })).toMatchObject({ code: 'invalid_request', details: words });
  }
  const two = [{ photo: '' }, { photo }];
  const template = templateOf('^XA^FD{photo}^FS^XZ');
  const { details } = failureOf(() => substituteRecords(template, two, 1, { now: NOW }));
  expect(details).toBe('records[1] has a value longer than 1000 characters: "photo"');
});

describe('the marker of a picture', () => {
  const read = (keys: string) => readMarker(`svc-barcode:1;symbology=image;template=%7Ba%7D${keys}`);

  it('has its own keys', () => {
    expect(read(';dither=atkinson;threshold=99;rotation=B;module=x')).toEqual({
      ok: true,
      marker: {
        kind: 'picture',
        symbology: 'image',
        template: '{a}',
        rotation: 'B',
        dither: 'atkinson',
        threshold: 99,
      },
    });
  });

  it.each([';dither=yes', ';threshold=256', ';threshold=-1', ';rotation=X'])('is damaged with %s', (keys) => {
    expect(read(keys)).toEqual({ ok: false, reason: expect.stringContaining('is damaged') });
  });

  it.each(['photo', '%7Ba%7D%7Bb%7D', 'x%7Ba%7D', '%7Ba%7Dx', '%7BDATE%7D', ''])(
    'is damaged with a template that is no placeholder alone: %j',
    (template) => {
      const zpl = marked().replace('%7Bphoto%7D', template);
      const { diagnostics, dynamicFields } = templateOf(zpl);
      expect(diagnostics.map(({ code }) => code)).toEqual(['marker-damaged']);
      expect(dynamicFields).toEqual([]);
      expect(run(zpl, { a: 'x' })).toBe(zpl);
    },
  );

  it('stays without a picture after it, or with one that is too large', () => {
    for (const box of ['x', '1028,1028,514', '8194,8194,2']) {
      const { diagnostics } = templateOf(marked('', box));
      expect(diagnostics.map(({ code }) => code)).toEqual(['raster-kept']);
    }
  });
});
