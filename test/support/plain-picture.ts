import type { PictureOptions } from '../../src/convert/convert-picture.ts';

/** The default options of `platen convert` for a picture, at 203 dpi. */
export const PLAIN_PICTURE: PictureOptions = {
  dpi: 203,
  widthMm: null,
  heightMm: null,
  within: null,
  crop: null,
  turn: 0,
  dither: 'none',
  threshold: 128,
  encoding: null,
  name: null,
  isLabel: false,
};
