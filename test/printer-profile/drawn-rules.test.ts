import { afterEach, expect, it } from 'vitest';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import type { SampledSize } from '../../src/printer-profile/profile.ts';
import { RULE_NAMES, type RuleName } from '../../src/printer-profile/profile-rules.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { glyphOf, PROFILE, sampledSize } from './small-profile.ts';

afterEach(() => useProfile(null));

const MM = MM_PER_INCH / 203;
const SIDE = 320;
const SIZES = [sampledSize('0', 24, 12), sampledSize('A', 9, 5)];

/** Rows of `#` and `.` of fields that are drawn with these rules. */
function rows(
  fields: string,
  on: readonly RuleName[],
  sizes: readonly SampledSize[] = SIZES,
): readonly string[] {
  const rules = Object.fromEntries(on.map((name) => [name, { on: true, evidence: { with: 1, without: 0 } }]));
  useProfile({ ...PROFILE, rules, sizes });
  const size = { widthMm: SIDE * MM, heightMm: SIDE * MM, dpi: 203 };
  const { bitmaps } = renderImages(`^XA${fields}^XZ` as ByteString, size, 'first');
  const { words, stride } = bitmaps[0] as (typeof bitmaps)[number];
  const bits = Array.from(words, (word) => (word >>> 0).toString(2).padStart(32, '0')).join('');
  const text = bits.replaceAll('0', '.').replaceAll('1', '#');
  return Array.from({ length: SIDE }, (_, y) => text.slice(y * stride * 32, y * stride * 32 + SIDE));
}

/** The edges of all ink: left, top, and right and bottom past it. */
function box(
  fields: string,
  on: readonly RuleName[] = [],
  sizes: readonly SampledSize[] = SIZES,
): readonly number[] {
  const drawn = rows(fields, on, sizes);
  const inked = drawn.flatMap((row, y) => (row.includes('#') ? [y] : []));
  const lefts = inked.map((y) => (drawn[y] as string).indexOf('#'));
  const rights = inked.map((y) => (drawn[y] as string).lastIndexOf('#'));
  return [Math.min(...lefts), inked[0] ?? 0, Math.max(...rights) + 1, (inked.at(-1) ?? 0) + 1];
}

it.each<[rule: RuleName, fields: string, off: readonly number[], on: readonly number[]]>([
  ['fontSizeReset', '^CF0,60,60^CFA^FO10,10^FDI^FS', [10, 17, 50, 66], [10, 11, 14, 18]],
  ['qrOrigin', '^BY2,3,40^FO20,20^BQN,2,4^FDMA,1^FS', [20, 60, 104, 144], [20, 59, 104, 143]],
  ['qrOrigin', '^FT20,200^BQN,2,4^FDMA,1^FS', [20, 104, 104, 188], [20, 105, 104, 189]],
  ['postalPitch', '^BY3,3,40^FO0,0^BZN,40,N,N,0^FD12345^FS', [0, 0, 236, 40], [0, 0, 220, 40]],
  ['lastRowBaseline', '^FT50,100^GB60,40,3^FS', [50, 60, 110, 100], [50, 61, 110, 101]],
  ['lastRowBaseline', '^FT50,100^BY2^BCN,40,N^FD12^FS', [50, 60, 164, 100], [50, 61, 164, 101]],
  ['lastRowBaseline', '^FT150,150^BY2^BCB,40,N^FD12^FS', [110, 36, 150, 150], [111, 36, 151, 150]],
  ['lastRowBaseline', '^FT150,150^BY2^BCR,40,N^FD12^FS', [150, 150, 190, 264], [150, 150, 190, 264]],
  ['lastRowBaseline', '^FT50,100^BXN,4,200^FDabc^FS', [50, 60, 90, 100], [50, 60, 90, 100]],
  ['diagonalRuns', '^FO10,10^GD200,3,1,B,L^FS', [43, 10, 178, 13], [76, 10, 275, 13]],
  ['ellipseCurves', '^FO10,10^GC40,1^FS', [10, 10, 50, 50], [10, 11, 51, 50]],
  ['ellipseCurves', '^FO10,10^GE20,60,30^FS', [10, 10, 30, 70], [11, 11, 30, 69]],
  ['blockEdges', '^FO100,100^AAR,9,5^FB60,2,9,L^FDa b^FS', [128, 100, 135, 114], [119, 100, 126, 114]],
  ['blockEdges', '^FO100,100^AAI,9,5^FB60,2,9,L^FDa b^FS', [146, 128, 160, 135], [145, 119, 159, 126]],
  ['turnedBitmapFonts', '^FO100,100^AAI,9,5^FDab^FS', [100, 101, 109, 108], [101, 101, 110, 108]],
  ['turnedBitmapFonts', '^FO100,100^AAB,9,5^FDab^FS', [101, 100, 108, 109], [101, 101, 108, 110]],
  ['blockWholeDots', '^FO0,0^AAN,9,5^FB30,1,0,C^FDabc^FS', [5, 1, 19, 8], [5, 1, 19, 8]],
  ['blockWholeDots', '^FO0,0^AAN,9,5^FB31,1,0,C^FDabc^FS', [6, 1, 20, 8], [5, 1, 19, 8]],
])('%s moves %s from %j to %j', (rule, fields, off, on) => {
  expect([box(fields), box(fields, [rule])]).toEqual([off, on]);
});

it('intelligentMailThirds ends bars at thirds, rounded outwards', () => {
  const fields = '^BY2,3,40^FO0,0^BZN,40,N,N,3^FD01234567094987654321^FS';
  const lengthOfFirst = (...on: readonly RuleName[]): number =>
    rows(fields, on).filter((row) => row.startsWith('##')).length;
  expect([lengthOfFirst(), lengthOfFirst('intelligentMailThirds')]).toEqual([25, Math.ceil(80 / 3)]);
});

it('blockWholeDots gives the first gaps of a justified line the dots that are left over', () => {
  const fields = '^FO0,0^AAN,9,5^FB48,2,0,J^FDa b c d e f g^FS';
  const gaps = (...on: readonly RuleName[]): readonly number[] =>
    (rows(fields, on)[1] as string)
      .slice(0, 48)
      .replace(/\.+$/, '')
      .split(/#+/)
      .filter((gap) => gap !== '')
      .map(({ length }) => length);
  expect(gaps('blockWholeDots').toSorted((a, b) => b - a)).toEqual(gaps('blockWholeDots'));
  expect(new Set(gaps('blockWholeDots')).size).toBe(2);
});

it('captionLeft begins a caption of the field’s own font with the bars', () => {
  const fields = '^BY2^FO40,20^AAN,9,5^BCN,60,Y,N,N^FD12345^FS';
  const left = (...on: readonly RuleName[]): number =>
    Math.min(
      ...rows(fields, on)
        .slice(82)
        .flatMap((row) => (row.includes('#') ? [row.indexOf('#')] : [])),
    );
  expect(left('captionLeft')).toBe(40);
  expect(left()).toBeGreaterThan(80);
});

it('ellipseCurves has borders of two dots at least, and leaves straight boxes alone', () => {
  const middle = (fields: string): string => (rows(fields, ['ellipseCurves'])[40] as string).slice(0, 62);
  expect(middle('^FO10,10^GC60,1^FS')).toBe(`${'.'.repeat(10)}###${'.'.repeat(49)}`.slice(0, 62));
  expect(middle('^FO10,10^GB50,60,1,B,4^FS').slice(0, 14)).toBe('..........##..');
  expect(middle('^FO10,10^GB50,60,1,B,0^FS').slice(0, 14)).toBe('..........#...');
});

it('turnedInkMargins places the ink, not the pen', () => {
  const letter = glyphOf(12, 3, -8, '####', '####');
  const size: SampledSize = { ...sampledSize('0', 24, 12), glyphs: new Map([['|', letter]]) };
  const at = (turn: string, ...on: readonly RuleName[]): readonly number[] =>
    box(`^FO100,100,1^A0${turn},24,12^FD|^FS`, on, [size]);
  expect([at('R')[1], at('R', 'turnedInkMargins')[1]]).toEqual([103, 100]);
  // The margin after the letter has five dots.
  expect((at('I', 'turnedInkMargins')[2] ?? 0) - (at('I')[2] ?? 0)).toBe(6);
  expect(at('N', 'turnedInkMargins')).toEqual(at('N'));
});

it('without a rule all is drawn as without a profile', () => {
  const fields = '^FO10,10^GC40,1^FS^FT50,100^GB60,40,3^FS^FO100,10^GD20,3,1^FS^FT20,200^BQN,2,4^FDMA,1^FS';
  const withProfile = rows(fields, []);
  useProfile(null);
  const size = { widthMm: SIDE * MM, heightMm: SIDE * MM, dpi: 203 };
  const plain = renderImages(`^XA${fields}^XZ` as ByteString, size, 'first').bitmaps[0];
  expect(plain?.words.filter((word) => word !== 0).length).toBeGreaterThan(0);
  const all = rows(fields, RULE_NAMES);
  expect(all).not.toEqual(withProfile);
  useProfile(null);
  const again = renderImages(`^XA${fields}^XZ` as ByteString, size, 'first').bitmaps[0];
  expect(again?.words).toEqual(plain?.words);
});
