import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { packProfile } from '../../src/printer-profile/packed-profile.ts';
import type { PrinterProfile, SampledSize } from '../../src/printer-profile/profile.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { glyphOf, PROFILE, SIZE } from '../printer-profile/small-profile.ts';

afterEach(() => useProfile(null));

const DPI = 203;
const mm = (dots: number): number => (dots / DPI) * MM_PER_INCH;

/** Dots of a label as rows of `#` and `.`, and its warnings. */
function drawn(fields: string, width = 40, height = 40, dpi = DPI) {
  const size = { widthMm: mm(width), heightMm: mm(height), dpi };
  const { bitmaps, diagnostics } = renderImages(`^XA${fields}^XZ` as ByteString, size, 'first');
  const bitmap = bitmaps[0] as (typeof bitmaps)[number];
  const rows = Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_, x) => {
      const word = bitmap.words[y * bitmap.stride + (x >> 5)] as number;
      return (word & (0x80000000 >>> (x & 31))) === 0 ? '.' : '#';
    }).join(''),
  );
  return { rows, warnings: diagnostics.map(({ code, reason }) => [code, reason]) };
}

/** The inked part of a picture, and where it begins. */
function ink(rows: readonly string[]): { x: number; y: number; dots: readonly string[] } {
  const y = rows.findIndex((row) => row.includes('#'));
  const inked = rows.slice(y, rows.findLastIndex((row) => row.includes('#')) + 1);
  const x = Math.min(...inked.map((row) => row.indexOf('#')).filter((at) => at >= 0));
  const right = Math.max(...inked.map((row) => row.lastIndexOf('#')));
  return { x, y, dots: inked.map((row) => row.slice(x, right + 1)) };
}

/** The profile with other sizes. */
const withSizes = (...sizes: readonly SampledSize[]): PrinterProfile => ({ ...PROFILE, sizes });

/** One glyph, `|`: a dot over two, whose turned samples differ from the turned upright one. */
const bar = (orientation: SampledSize['orientation'], ...rows: string[]): SampledSize => ({
  font: '0',
  orientation,
  height: 20,
  width: 20,
  baseline: 15,
  glyphs: new Map([['|', glyphOf(6, 1, -2, ...rows)]]),
});

describe('text of a sampled size', () => {
  it('has the dots, the advances and the baseline of the printer', () => {
    useProfile(PROFILE);
    const { rows, warnings } = drawn('^FO4,5^A0N,30,25^FDAA^FS');
    expect(ink(rows)).toEqual({
      x: 5,
      y: 5 + 22 - 3,
      dots: ['..#............#..', '.#.#..........#.#.', '#####........#####'],
    });
    expect(warnings).toEqual([]);
  });

  it('stands on the baseline with ^FT, and ends at the place with ^FO…,1', () => {
    useProfile(PROFILE);
    expect(ink(drawn('^FT4,20^A0N,30,25^FDA^FS').rows)).toMatchObject({ x: 5, y: 17 });
    expect(ink(drawn('^FO30,5,1^A0N,30,25^FDA^FS').rows)).toMatchObject({ x: 30 - 13 + 1, y: 24 });
  });

  it('has the samples of each orientation where the printer would draw them', () => {
    useProfile(
      withSizes(bar('N', '#.', '##'), bar('R', '.#', '##'), bar('I', '#.', '#.'), bar('B', '##', '#.')),
    );
    const at = (orientation: string) => ink(drawn(`^FT20,20^A0${orientation},20,20^FD|^FS`).rows);
    expect(at('N')).toEqual({ x: 21, y: 18, dots: ['#.', '##'] });
    expect(at('R')).toEqual({ x: 20, y: 21, dots: ['#.', '##'] });
    expect(at('I')).toEqual({ x: 18, y: 20, dots: ['.#', '.#'].map((row) => row.slice(1)) });
    expect(at('B')).toEqual({ x: 18, y: 17, dots: ['#.', '##'] });
  });

  it('is the upright sample turned where there is no other, with a warning', () => {
    useProfile(withSizes(bar('N', '#.', '##')));
    const { rows, warnings } = drawn('^FT20,20^A0R,20,20^FD|^FS');
    expect(ink(rows).dots).toEqual(['##', '#.']);
    expect(warnings).toEqual([
      [
        'font-not-sampled',
        "font 0 at 20 x 20 dots is in the printer's profile upright only, and turned to R: sample it by platen profile PRINTER LABEL -o DIR",
      ],
    ]);
  });

  it('breaks lines, centres and justifies by the widths of the printer', () => {
    useProfile(PROFILE);
    const lefts = (block: string): number[] => {
      const { rows } = drawn(`^FO0,0^A0N,30,25^FB${block}^FDAA A^FS`, 80, 100);
      return rows.flatMap((row) => (row.includes('#####') ? [row.indexOf('#####')] : []));
    };
    // 13 + 13 + 7 + 13 dots are 46.
    expect(lefts('46,2')).toEqual([1]);
    expect(lefts('45,2')).toEqual([1, 1]);
    expect(lefts('60,2,0,R')).toEqual([15]);
    expect(lefts('45,2,0,R')).toEqual([45 - 26 + 1, 45 - 13 + 1]);
    expect(lefts('60,2,0,C')).toEqual([1 + (60 - 46 - 7) / 2 + 0.5]);
    const { rows } = drawn('^FO0,0^A0N,30,25^TBN,45,80^FDAA A^FS', 80, 100);
    expect(rows.filter((row) => row.includes('#####'))).toHaveLength(2);
    expect(drawn('^FO0,0^A0N,30,25^FPH,4^FDAA^FS').rows.find((row) => row.includes('#####'))).toContain(
      `#####${'.'.repeat(12)}#####`,
    );
  });

  it('is blank for a character that the printer has no dots for, with a warning', () => {
    const glyphs = new Map([...SIZE.glyphs, ['b', glyphOf(9, 0, 0)] as const]);
    useProfile(withSizes({ ...SIZE, glyphs }));
    const { rows, warnings } = drawn('^FO0,0^A0N,30,25^FDbA^FS');
    expect(ink(rows)).toMatchObject({ x: 10 });
    expect(warnings).toEqual([['glyph-missing', 'font 0 has no glyph for b (U+0062); blanks are printed']]);
  });

  it('has outlines and advances in proportion for a character without a sample, with a warning', () => {
    const advances = [{ font: '0', width: 100, advances: new Map([['I', 42]]) }];
    useProfile({ ...withSizes(SIZE), advances });
    const { rows, warnings } = drawn('^FO0,0^A0N,30,25^FDIIA^FS', 60);
    // 42 at 100 dots is 10.5 at 25.
    expect(rows.find((row) => row.includes('#####'))?.indexOf('#####')).toBe(2 * 11 + 1);
    expect(warnings).toEqual([
      [
        'font-not-sampled',
        "font 0 at 30 x 25 dots is in the printer's profile without I (U+0049): sample it by platen profile PRINTER LABEL -o DIR",
      ],
    ]);
  });
});

describe('a bitmap font', () => {
  it('has each dot of its sample several times at larger sizes, turned too', () => {
    useProfile(PROFILE);
    const { rows, warnings } = drawn('^FO3,3^AAN,27,10^FDA^FS');
    expect(ink(rows)).toEqual({ x: 3, y: 3 + 3 * 6, dots: ['####', '####', '####'] });
    expect(ink(drawn('^FT20,20^AAR,27,10^FDA^FS').rows)).toEqual({
      x: 20,
      y: 20,
      dots: ['###', '###', '###', '###'],
    });
    expect(warnings).toEqual([]);
  });

  it('is drawn in captions', () => {
    useProfile(PROFILE);
    const { rows } = drawn('^BY1^FO10,5^B3N,N,20,Y,N^FDA^FS', 100, 50);
    const below = rows.slice(26);
    // Font A at module 1: the stars have no sample.
    expect(below.some((row) => /(^|\.)##(\.|$)/.test(row))).toBe(true);
  });
});

describe('a size that was not sampled', () => {
  const code = 'font-not-sampled';
  const command = 'sample it by platen profile PRINTER LABEL -o DIR';

  it('has the outlines of today with advances of the printer, and one warning a field', () => {
    const plain = ink(drawn('^FO0,0^A0N,40,40^FDA^FS', 60, 60).rows);
    useProfile(PROFILE);
    const { rows, warnings } = drawn('^FO0,0^A0N,40,40^FDAA^FS', 60, 60);
    const { dots } = ink(rows);
    // 553 thousandths of 40 dots.
    expect(dots.map((row) => row.slice(0, plain.dots[0]?.length))).toEqual(plain.dots);
    expect(dots.map((row) => row.slice(22))).toEqual(plain.dots);
    expect(warnings).toEqual([[code, `font 0 at 40 x 40 dots is not in the printer's profile: ${command}`]]);
  });

  it('takes the advances of a sampled size if there are no others', () => {
    useProfile({ ...PROFILE, advances: [] });
    const { rows } = drawn('^FO0,0^A0N,50,50^FD A^FS', 60, 60);
    const alone = drawn('^FO0,0^A0N,50,50^FDA^FS', 60, 60);
    expect(ink(rows).x - ink(alone.rows).x).toBe(14);
  });

  it('is drawn as without a profile if the font is not in it at all', () => {
    const fields = '^FO0,0^ASN,40,35^FDAb^FS^FO0,60^ABN,11,7^FDAb^FS';
    const plain = drawn(fields, 80, 90).rows;
    useProfile(PROFILE);
    const { rows, warnings } = drawn(fields, 80, 90);
    expect(rows).toEqual(plain);
    expect(warnings).toEqual([
      [code, `font S at 40 x 35 dots is not in the printer's profile: ${command}`],
      [code, `font B is not in the printer's profile: ${command}`],
    ]);
  });
});

describe('a profile of another resolution', () => {
  it('is not used, with one warning for a label', () => {
    const fields = '^FO4,5^A0N,30,25^FDAA^FS^FO4,40^A0N,30,25^FDA^FS';
    const plain = drawn(fields, 60, 60, 300).rows;
    useProfile(PROFILE);
    const { rows, warnings } = drawn(fields, 60, 60, 300);
    expect(rows).toEqual(plain);
    expect(warnings).toEqual([
      [
        'profile-not-used',
        "the printer's profile is of 203 dpi and the label of 300 dpi; it is drawn without the profile",
      ],
    ]);
  });
});

describe('two profiles', () => {
  it('share no glyph', () => {
    useProfile(PROFILE);
    drawn('^FO4,5^A0N,30,25^FDA^FS');
    useProfile(withSizes({ ...SIZE, glyphs: new Map([['A', glyphOf(13, 1, -3, '#')]]) }));
    expect(ink(drawn('^FO4,5^A0N,30,25^FDA^FS').rows).dots).toEqual(['#']);
    useProfile(null);
    expect(ink(drawn('^FO4,5^A0N,30,25^FDA^FS').rows).dots.length).toBeGreaterThan(20);
  });
});

it('is shared with threads that are started later, in one memory', async () => {
  useProfile(PROFILE);
  const worker = new Worker(
    `const { getEnvironmentData, parentPort } = require('node:worker_threads');
     const { memory, sizes } = getEnvironmentData('platen: profile of the printer');
     parentPort.postMessage({ memory, fonts: sizes.map(({ font }) => font) });`,
    { eval: true },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const { memory, fonts } = await new Promise<{ memory: SharedArrayBuffer; fonts: string[] }>(
    (resolve, reject) => worker.once('message', resolve).once('error', reject),
  );
  expect(fonts).toEqual(['0', 'A']);
  new Uint8Array(memory).fill(0xff, memory.byteLength - 1);
  expect(ink(drawn('^FO3,3^AAN,9,5^FDA^FS').rows).dots).toEqual(['##']);
});

it('takes at most 4 MiB for 20 sizes of Latin-1', () => {
  const characters = Array.from({ length: 191 }, (_, i) => String.fromCharCode(i < 95 ? 32 + i : 65 + i));
  const sizes = Array.from({ length: 20 }, (_, i): SampledSize => {
    // From 12 to 107 dots; no letter is as wide as it is high.
    const height = 12 + 5 * i;
    const ink = new Array(height).fill('#'.repeat(Math.ceil(height * 0.6)));
    const glyph = glyphOf(height, 0, -height, ...ink);
    const glyphs = new Map(characters.map((character) => [character, glyph]));
    return { font: '0', orientation: 'N', height, width: height, baseline: height, glyphs };
  });
  expect(packProfile(withSizes(...sizes)).memory.byteLength).toBeLessThan(4 * 2 ** 20);
});
