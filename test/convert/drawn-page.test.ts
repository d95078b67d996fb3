import { describe, expect, it } from 'vitest';
import { drawnPage } from '../../src/convert/drawn-page.ts';
import { openPdf } from '../../src/convert/read-pdf.ts';
import type { GreyPicture } from '../../src/raster/images/grey-picture.ts';
import { plainPdf } from '../labelary/hostile-pdfs.ts';

/** Dots of the page. */
const SIZE = { width: 407, height: 203 };
const DPI = 203;
const TEXT = 'BT/F 30 Tf 20 20 Td(Some text)Tj ET\n';
/** Bars and the spaces between them. Dots. */
const WIDTHS = [2, 1, 1, 2, 3, 2, 1, 1, 1, 3, 2, 1, 2, 2, 1, 1, 3, 2, 1, 2, 2];

/** A page of about 2 x 1 inches, which is no whole number of dots. Places are dots from its lower left corner. */
function drawn(content: string): GreyPicture {
  const file = plainPdf({
    content: Buffer.from(`${72 / DPI} 0 0 ${72 / DPI} 0 0 cm\n${content}`),
    mediaBox: '[0 0 144.2 72.1]',
    resources:
      '<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' +
      '/Bars<</Type/Font/Subtype/Type3/FontBBox[0 0 60 60]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65' +
      '/Widths[60]/Encoding<</Differences[65/bars]>>/CharProcs<</bars 5 0 R>>/Resources<<>>>>>>>>',
    objects: [Buffer.from(`<</Length ${GLYPH.length}>>\nstream\n${GLYPH}\nendstream`)],
  });
  using pdf = openPdf(file, 2 ** 28);
  return drawnPage(pdf.page(0), SIZE, { x: DPI, y: DPI }, 64_000_000);
}

function bars(left: number, bottom: number): string {
  let x = left;
  return WIDTHS.map((width, index) => {
    x += width;
    return index % 2 === 0 ? `${x - width} ${bottom} ${width} 60 re f\n` : '';
  }).join('');
}

const GLYPH = `60 0 d0\n${bars(0, 0)}`;

/** Black dots and white ones in turn, from the first black one to the last, in the row so many dots above the edge. */
function runsAt({ width, height, data }: GreyPicture, above: number): readonly number[] {
  const row = Array.from(data.subarray((height - above) * width, (height - above + 1) * width), (grey) =>
    grey < 128 ? '#' : ' ',
  );
  return (row.join('').trim().match(/#+| +/g) ?? []).map((run) => run.length);
}

function greyAt({ width, height, data }: GreyPicture, x: number, y: number): number {
  return data[(height - 1 - y) * width + x] as number;
}

describe.each([0, 0.25, 0.5, 0.75])('bars that begin %f dots beside a dot', (beside) => {
  it.each([
    ['alone', ''],
    ['beside a text', TEXT],
  ])('keep their widths %s', (_, text) => {
    expect(runsAt(drawn(text + bars(100 + beside, 100 + beside)), 130)).toEqual(WIDTHS);
  });

  it('keep their widths if there are only two of them, beside a text', () => {
    const two = `${100 + beside} 100 1 60 re f\n${110 + beside} 100 2 60 re f\n`;
    expect(runsAt(drawn(TEXT + two), 130)).toEqual([1, 9, 2]);
  });
});

it('bars of a font keep their widths between two dots, beside a text and a line', () => {
  const letter = `BT/Bars 1 Tf 1 0 0 1 100.5 100.5 Tm(A)Tj ET\n`;
  expect(runsAt(drawn(`${TEXT}0 5 300 3 re f\n${letter}`), 130)).toEqual(WIDTHS);
});

describe('a text and a shape', () => {
  const box = '10 10 300 100 re f\n';
  const letters = 'BT/F 90 Tf 20 30 Td(HHH)Tj ET\n';
  const whites = (picture: GreyPicture): number => {
    let count = 0;
    for (let x = 12; x < 308; x++) for (let y = 12; y < 108; y++) if (greyAt(picture, x, y) > 127) count++;
    return count;
  };

  it('keep their order: white letters on a black box, and none below it', () => {
    const [above, below] = [drawn(`${box}1 g\n${letters}`), drawn(`1 g\n${letters}0 g\n${box}`)];
    expect(whites(drawn(box))).toBe(0);
    expect(whites(below)).toBe(0);
    expect(whites(above)).toBeGreaterThan(3000);
  });

  it('are both there: letters beside a box are as black as they are alone', () => {
    const alone = drawn(letters);
    const both = drawn(`${letters}350 10 20 20 re f\n`);
    const [left, right] = [alone, both].map((picture) => whites(picture));
    expect(left).toBe(right);
    expect(left).toBeLessThan(296 * 96);
    expect(greyAt(both, 360, 20)).toBe(0);
  });
});
