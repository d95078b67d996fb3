import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { holdFonts } from '../../src/engine/printer-fonts.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { type ByteString, toByteString } from '../../src/zpl/byte-string.ts';

const SIZE = { widthMm: 50, heightMm: 50, dpi: 203 };
const ARABIC = '^A@N,40,40,E:NOTOSANSARABIC.TTF';
const HEBREW = '^A@N,40,40,E:NOTOSANSHEBREW.TTF';
const CHINESE = '^A@N,40,40,E:NOTOCJK.TTF';
const LATIN = '^A@N,40,40,E:NOTOSANS.TTF';
const ALL = '^PA0,1,1,1';

beforeAll(() => holdFonts(fontsIn(fileURLToPath(new URL('../fonts', import.meta.url)))));
afterAll(() => holdFonts([]));

function bitmapOf(zpl: string): Bitmap {
  const [bitmap] = renderImages(toByteString(`^XA^CI28${zpl}^XZ`), SIZE, 'first').bitmaps;
  if (bitmap === undefined) throw new Error('there is no label');
  return bitmap;
}

/** The dots of a label, a text for each row: `1` is black. */
function rowsOf(zpl: string): string[] {
  const { words, height, width } = bitmapOf(zpl);
  const perRow = words.length / height;
  return Array.from({ length: height }, (_, y) =>
    Array.from(words.subarray(y * perRow, (y + 1) * perRow), (word) =>
      (word >>> 0).toString(2).padStart(32, '0'),
    )
      .join('')
      .slice(0, width),
  );
}

interface Ink {
  readonly left: number;
  readonly top: number;
  /** Exclusive. */
  readonly right: number;
  readonly bottom: number;
  readonly rows: readonly string[];
}

/** The smallest rectangle that holds all black dots, and these. */
function inkOf(zpl: string): Ink {
  const rows = rowsOf(zpl);
  const inked = rows.flatMap((row, y) => (row.includes('1') ? [y] : []));
  const [top = 0] = inked;
  const bottom = (inked.at(-1) ?? -1) + 1;
  const shown = rows.slice(top, bottom);
  const left = Math.min(...shown.map((row) => row.indexOf('1')).filter((x) => x >= 0));
  const right = Math.max(...shown.map((row) => row.lastIndexOf('1'))) + 1;
  return { left, top, right, bottom, rows: shown.map((row) => row.slice(left, right)) };
}

/** Dots turned clockwise by a quarter. */
function turned(rows: readonly string[]): string[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, x) =>
    rows
      .map((row) => row[x])
      .toReversed()
      .join(''),
  );
}

describe('one parameter of ^PA by itself', () => {
  it('a: prints the sign of the font for a character that it lacks', () => {
    const text = `^FO20,20${HEBREW}^FDש中^FS`;
    const alone = inkOf(`^FO20,20${HEBREW}^FDש^FS`);
    expect(inkOf(text)).toEqual(alone);
    expect(inkOf(`^PA1,0,0,0${text}`).right).toBeGreaterThan(alone.right + 10);
  });

  it('b: runs text from right to left', () => {
    const turnedRound = rowsOf(`^PA0,1,0,0^FO20,20${HEBREW}^FDשלום^FS`);
    expect(turnedRound).toEqual(rowsOf(`^FO20,20${HEBREW}^FDםולש^FS`));
    expect(turnedRound).not.toEqual(rowsOf(`^FO20,20${HEBREW}^FDשלום^FS`));
  });

  it('c: joins letters, and makes no ligature that a script does without', () => {
    const arabic = (bits: string) => rowsOf(`^PA${bits}^FO20,20${ARABIC}^FDسلام^FS`);
    expect(arabic('0,0,1,0')).not.toEqual(arabic('0,0,0,0'));
    const latin = (bits: string) => rowsOf(`^PA${bits}^FO20,20${LATIN}^FDfi^FS`);
    expect(latin('0,0,1,0')).toEqual(latin('0,0,0,0'));
  });

  it('d: makes ligatures, and joins no letters', () => {
    const latin = (bits: string) => rowsOf(`^PA${bits}^FO20,20${LATIN}^FDffi^FS`);
    expect(latin('0,0,0,1')).not.toEqual(latin('0,0,0,0'));
    const arabic = (bits: string) => rowsOf(`^PA${bits}^FO20,20${ARABIC}^FDبب^FS`);
    expect(arabic('0,0,0,1')).toEqual(arabic('0,0,0,0'));
  });
});

describe('a character of UTF-8', () => {
  const field = `^FO20,20${CHINESE}`;

  it.each([
    ['中', '^FH^FD_E4_B8_AD', '^FH^FD_E4\xb8_AD', '^FH^FD\xe4_B8\xad'],
    ['𠮷', '^FH^FD_F0_A0_AE_B7', '^FH^FD_F0\xa0\xae_B7', '^FH^FD\xf0_A0_AE\xb7'],
  ])('%s is the same sent as it is, in escapes, or split between both', (character, ...sent) => {
    const expected = rowsOf(`${field}^FD${character}^FS`);
    expect(expected.some((row) => row.includes('1'))).toBe(true);
    for (const data of sent) {
      const stream = `^XA^CI28${field}${data}^FS^XZ` as ByteString;
      const { bitmaps, diagnostics } = renderImages(stream, SIZE, 'first');
      expect(diagnostics).toEqual([]);
      expect(bitmaps[0]?.words).toEqual(bitmapOf(`${field}^FD${character}^FS`).words);
    }
  });

  it('beyond the first plane is one character of a line and of a column', () => {
    expect(inkOf(`${field}^FB50,2^FD𠮷𠮷^FS`).bottom).toBe(inkOf(`${field}^FD𠮷^FS`).bottom + 40);
    expect(inkOf(`${field}^FPV^FD𠮷𠮷^FS`).bottom).toBe(inkOf(`${field}^FD𠮷^FS`).bottom + 40);
  });
});

describe('where shaped text stands', () => {
  const text = '^FDالسلام عليكم^FS';

  it.each([
    ['R', 1],
    ['I', 2],
    ['B', 3],
  ])('it is turned as it is (^A@%s)', (orientation, quarters) => {
    let { rows } = inkOf(`${ALL}^FO100,100${ARABIC}${text}`);
    for (let i = 0; i < quarters; i++) rows = turned(rows);
    const field = ARABIC.replace('@N', `@${orientation}`);
    expect(inkOf(`${ALL}^FO100,100${field}${text}`).rows).toEqual(rows);
  });

  it('^FR turns black on black into white', () => {
    // On white, reversed text is black, by each dot that its outline touches.
    const black = rowsOf(`${ALL}^FO20,20^FR${ARABIC}${text}`);
    const reversed = rowsOf(`${ALL}^FO0,0^GB300,100,100^FS^FO20,20^FR${ARABIC}${text}`);
    const expected = black.map((row, y) =>
      Array.from(row, (dot, x) => (x < 300 && y < 100 ? (dot === '1' ? '0' : '1') : dot)).join(''),
    );
    expect(reversed).toEqual(expected);
  });

  it('^FO and ^FT end it at their place where they say so', () => {
    const left = inkOf(`${ALL}^FO20,20${ARABIC}${text}`);
    const right = inkOf(`${ALL}^FO350,20,1${ARABIC}${text}`);
    expect(right.rows).toEqual(left.rows);
    expect(350 - right.right).toBeLessThan(6);
    const typeset = inkOf(`${ALL}^FT350,50,1${ARABIC}${text}`);
    expect([typeset.left, typeset.top, typeset.rows]).toEqual([right.left, right.top, right.rows]);
    expect(inkOf(`${ALL}^FT20,50${ARABIC}${text}`)).toEqual(left);
  });

  it.each(['^FO', '^FT'])('%s with 2 ends it there if it begins from right to left', (command) => {
    const place = (z: number, data: string) => `${ALL}${command}350,60,${z}${data}`;
    expect(rowsOf(place(2, `${ARABIC}${text}`))).toEqual(rowsOf(place(1, `${ARABIC}${text}`)));
    const latin = `${LATIN}^FDZ^FS`;
    expect(rowsOf(place(2, latin))).toEqual(rowsOf(place(0, latin)));
    // Without ^PA it does not run that way.
    expect(rowsOf(place(2, `^PA${ARABIC}^FDس^FS`))).toEqual(rowsOf(place(0, `^PA${ARABIC}^FDس^FS`)));
  });
});

describe('^FP with shaped text', () => {
  it('V leaves out the gap, R adds it', () => {
    const column = (gap: string) => rowsOf(`${ALL}^FO20,20${CHINESE}^FPV${gap}^FD中文^FS`);
    expect(column(',9')).toEqual(column(''));
    const line = (gap: string) => inkOf(`${ALL}^FO200,20${CHINESE}^FPR${gap}^FD中文^FS`);
    expect([line(',9').left, line(',9').right]).toEqual([line('').left - 9, line('').right]);
  });
});
