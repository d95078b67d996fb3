import { expect, it } from 'vitest';
import { sizeOf } from '../../src/import/label-size.ts';

it('takes the size from ^PW and ^LL at the resolution of the printer', () => {
  expect(sizeOf({ widthDots: 812, heightDots: 1218 }, { dpi: 203 })).toEqual({
    widthMm: 101.6,
    heightMm: 152.4,
    dpi: 203,
  });
  expect(sizeOf({ widthDots: 1200, heightDots: 1800 }, { dpi: 300 })).toEqual({
    widthMm: 101.6,
    heightMm: 152.4,
    dpi: 300,
  });
});

it('prefers what is given, and finds the resolution that fits it', () => {
  expect(sizeOf({ widthDots: 1205, heightDots: null }, { widthMm: 102, heightMm: 150 })).toEqual({
    widthMm: 102,
    heightMm: 150,
    dpi: 300,
  });
  expect(sizeOf({ widthDots: null, heightDots: 609 }, { widthMm: 50, heightMm: 76.2 })).toEqual({
    widthMm: 50,
    heightMm: 76.2,
    dpi: 203,
  });
  expect(sizeOf({ widthDots: 812, heightDots: 609 }, { dpi: 203, heightMm: 70 })).toEqual({
    widthMm: 101.6,
    heightMm: 70,
    dpi: 203,
  });
});

it.each([
  [
    { widthDots: 812, heightDots: 609 },
    {},
    /^the resolution .* 152 dpi \(the label is then 135\.69 x 101\.77 mm\), 203 dpi \(the label is then 101\.6 x 76\.2 mm\)/,
  ],
  [{ widthDots: 812, heightDots: null }, {}, /203 dpi \(the label is then 101\.6 mm wide\)/],
  [
    { widthDots: null, heightDots: null },
    {},
    /^the resolution of the printer is not known: it is one of 152, 203, 300, 600 dpi$/,
  ],
  [{ widthDots: 812, heightDots: 609 }, { widthMm: 40 }, /^the resolution/],
  [{ widthDots: null, heightDots: 609 }, { dpi: 203 }, /^the width is not known/],
  [{ widthDots: 812, heightDots: null }, { dpi: 203 }, /^the height is not known/],
])('says of %j with %j what is missing', (label, given, message) => {
  expect(sizeOf(label, given)).toMatch(message);
});
