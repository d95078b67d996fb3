import { MOST_CODEWORDS, type Pdf417Part } from '../symbology/pdf417/encode-pdf417.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { type ControlSequence, matches } from './control-sequences.ts';
import { type Drawn, type Refused, refused } from './field.ts';

/** `\&` is carriage return and line feed, `\\` a backslash; other backslashes stand for themselves. */
export function unescapePdf417(data: string): ByteString {
  return data.replace(/\\[&\\]/g, (escape) => (escape === '\\&' ? '\r\n' : '\\')) as ByteString;
}

/** A value as PDF417 and MicroPDF417 read it: its backslashes are doubled. */
export function escapePdf417(value: string): string {
  return value.replaceAll('\\', '\\\\');
}

/** The escapes in the data of PDF417 and MicroPDF417. */
export function pdf417Escapes(data: string): readonly ControlSequence[] {
  return data.includes('\\') ? matches(data, /\\[&\\]/g, (found) => found === '\\\\') : [];
}

/** A symbol for as much of the data as fits, then for as much of the rest, until all of it has one. */
export function seriesOf(
  symbology: string,
  data: string,
  places: number,
  fits: (text: string) => boolean,
  draw: (text: string, part: Pdf417Part) => Drawn | Refused,
): readonly Drawn[] | Refused {
  const series: Drawn[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + longestFit(data.slice(at), fits);
    if (end === at)
      return refused(symbology, 'L', 'a symbol of this size has no room for data besides its position');
    const symbol = draw(data.slice(at, end), { index: series.length, last: end === data.length });
    if (!symbol.ok) return symbol;
    if (series.length === places) {
      return refused(
        symbology,
        'L',
        `the series takes more symbols than the ${places} that ^FM has places for`,
      );
    }
    series.push(symbol);
    at = end;
  }
  return series;
}

/** The number of characters from the beginning of the data that fit. */
function longestFit(data: string, fits: (text: string) => boolean): number {
  let fitting = 0;
  // Digits are packed most densely: 44 into 15 words.
  let tooLong = Math.min(data.length, MOST_CODEWORDS * 3) + 1;
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(data.slice(0, middle))) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}
