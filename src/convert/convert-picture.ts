import { DRAWN_PIXELS_MAX, drawnScale } from '../raster/images/decoding-memory.ts';
import { type Dither, dithered } from '../raster/images/dithered.ts';
import { jpegOrientation } from '../raster/images/exif.ts';
import {
  type Area,
  cropped,
  type GreyPicture,
  inkOf,
  resized,
  type TurnDegrees,
  turned,
} from '../raster/images/grey-picture.ts';
import type { PictureHeader } from '../raster/images/picture-header.ts';
import { readPicture, uprightPicture } from '../raster/images/read-picture.ts';
import { isTooMuchWork } from '../raster/images/svg-work.ts';
import { dotsOf as dotsOfMm } from '../units.ts';
import { PLACES } from '../zpl/command-table/entry.ts';
import { GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import type { Picture } from '../zpl/printer.ts';
import { drawnPage } from './drawn-page.ts';
import { drawnByRows } from './jpeg-by-rows.ts';
import { PdfFault } from './pdfium.ts';
import { resolutionOf } from './picture-resolution.ts';
import { type PictureZpl, pictureZpl } from './picture-zpl.ts';
import type { SourcePage } from './read-pdf.ts';

/** Options to convert a picture into dots. */
export interface DotOptions {
  /** Dots per inch of the printer. */
  readonly dpi: number;
  /** The size of the result; null for that of the file, and with one of both in proportion. */
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  /** The most dots of a result without a size; null for no bound. */
  readonly within: { readonly width: number; readonly height: number } | null;
  /**
   * A part of the picture before it is turned: pixels, or dots of a PDF's page at `dpi`. `ink` leaves out the white
   * edges.
   */
  readonly crop: Area | 'ink' | null;
  readonly turn: TurnDegrees;
  readonly dither: Dither;
  readonly threshold: number;
}

/** Options to convert a picture into ZPL. */
export interface PictureOptions extends DotOptions, PictureZpl {}

/** A picture before it is drawn: of a size that the caller has bounded. */
export interface PictureSource {
  readonly type: PictureHeader['type'];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch; null for a file without a resolution. */
  readonly dpi: number | null;
  /** The scale at which it is drawn, at most 1: photos of many pixels are made smaller while they are decoded. */
  readonly scale: number;
  /** Draws it with this many pixels: those of its scale, or more for an SVG. */
  draw(width: number, height: number): GreyPicture;
}

/** The dots of a picture. */
export interface PictureDots {
  readonly dots: Picture;
  readonly width: number;
}

/** A picture cannot be converted; the message gives the reason. */
export class ConvertFault extends Error {
  override readonly name = 'ConvertFault';
}

/** Pixels of a page that are drawn, at most. */
const PAGE_PIXELS_MAX = 64_000_000;
/** The longest side of a result: a label has no place for more rows. Dots. */
const SIDE_MAX = PLACES[1];

/**
 * The ZPL of a picture file.
 *
 * @throws ConvertFault for a damaged file, a picture that is too large, and a part outside of it
 */
export function convertPicture(file: Uint8Array, header: PictureHeader, options: PictureOptions): string {
  const { dots, width } = dotsOfPicture(openPicture(file, header), options);
  return pictureZpl(dots, width, options);
}

/**
 * A picture file, before it is decoded.
 *
 * @throws ConvertFault for more pixels than there is memory for
 */
export function openPicture(file: Uint8Array, header: PictureHeader): PictureSource {
  const found = drawnScale(file, header);
  if ('pixelsMax' in found) throw new ConvertFault(tooManyPixels(header, found.pixelsMax));
  const { scale, isByRows } = found;
  if (header.type === 'SVG') checkPixels(header, DRAWN_PIXELS_MAX);
  return {
    ...header,
    dpi: resolutionOf(file, header),
    scale,
    draw: (width, height) => {
      const drawn = { ...header, width, height };
      return isByRows ? drawnLarge(file, drawn, header) : drawnFile(file, drawn);
    },
  };
}

/**
 * A JPEG of more pixels than the canvas has memory for, in grey.
 *
 * @param drawn with as many pixels as are to be drawn
 * @throws ConvertFault for a damaged file, and for one that leaves too little memory
 */
function drawnLarge(file: Uint8Array, drawn: PictureHeader, header: PictureHeader): GreyPicture {
  try {
    const picture = uprightPicture(jpegOrientation(file), drawn, (size) => drawnByRows(file, size));
    if (picture !== null) return picture;
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error;
    const { width, height } = header;
    throw new ConvertFault(
      `a picture of ${width} x ${height} pixels in ${file.length} bytes takes too much memory`,
    );
  }
  throw new ConvertFault('the JPEG picture is damaged');
}

/**
 * A picture file in grey, with the number of pixels in its header.
 *
 * @throws ConvertFault for a damaged file, and for an SVG that takes too long
 */
function drawnFile(file: Uint8Array, header: PictureHeader): GreyPicture {
  const { type, width, height } = header;
  if (type === 'SVG' && isTooMuchWork(file, header)) {
    throw new ConvertFault(`the SVG has too many elements to be drawn with ${width} x ${height} pixels`);
  }
  const picture = readPicture(file, header);
  const others = type === 'BMP' ? ', compressed or of 16 bits a pixel' : '';
  if (picture === null) throw new ConvertFault(`the ${type} picture is damaged${others}`);
  return picture;
}

/** The dots of a picture. Throws as {@link convertPicture} does. */
export function dotsOfPicture(picture: PictureSource, options: DotOptions): PictureDots {
  const { type, dpi } = picture;
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  const drawnAt = (scale: number): Area => ({ x: 0, y: 0, ...sizeAt(whole, scale) });
  const own = drawnAt(picture.scale);
  const area = partOf(whole, options, (threshold) => {
    const ink = inkOf(picture.draw(own.width, own.height), threshold);
    return ink && scaledArea(ink, 1 / picture.scale, whole);
  });
  // Without a resolution of its own a pixel is a dot.
  const size = targetOf(area, (pixels) => (dpi === null ? pixels : (pixels / dpi) * options.dpi), options);
  // An SVG is drawn in its final size, so that it is sharp.
  const scale = type === 'SVG' ? Math.max(1, size.drawn.width / area.width) : picture.scale;
  const drawn = drawnAt(scale);
  checkPixels(drawn, DRAWN_PIXELS_MAX);
  const part = scaledArea(area, scale, drawn);
  return dotsOf(cropped(picture.draw(drawn.width, drawn.height), part), size, options);
}

/** The ZPL of a page of a PDF, which is drawn with the dots of the result. */
export function convertPage(page: SourcePage, options: PictureOptions): string {
  const { dots, width } = dotsOfPage(page, options);
  return pictureZpl(dots, width, options);
}

/** The dots of a page of a PDF. Throws as {@link dotsOfPicture} does, or a `PdfFault`. */
export function dotsOfPage(page: SourcePage, options: DotOptions): PictureDots {
  const { dpi } = options;
  const whole = { x: 0, y: 0, width: dotsOfInches(page.width, dpi), height: dotsOfInches(page.height, dpi) };
  checkPixels(whole, PAGE_PIXELS_MAX, 'page');
  const drawing = options.crop === 'ink' ? drawnPage(page, whole, { x: dpi, y: dpi }, PAGE_PIXELS_MAX) : null;
  const area = partOf(whole, options, (threshold) => inkOf(drawing as GreyPicture, threshold));
  const size = targetOf(area, (pixels) => pixels, options);
  const [scaleX, scaleY] = [size.drawn.width / area.width, size.drawn.height / area.height];
  const drawn = { width: Math.round(whole.width * scaleX), height: Math.round(whole.height * scaleY) };
  checkPixels(drawn, PAGE_PIXELS_MAX, 'page');
  const isDrawn = drawing?.width === drawn.width && drawing.height === drawn.height;
  const scale = { x: dpi * scaleX, y: dpi * scaleY };
  const picture = isDrawn ? drawing : drawnPage(page, drawn, scale, PAGE_PIXELS_MAX);
  const part = {
    x: Math.min(Math.round(area.x * scaleX), drawn.width - size.drawn.width),
    y: Math.min(Math.round(area.y * scaleY), drawn.height - size.drawn.height),
    ...size.drawn,
  };
  return dotsOf(cropped(picture, part), size, options);
}

function dotsOfInches(inches: number, dpi: number): number {
  return Math.max(1, Math.round(inches * dpi));
}

/** Sizes in dots: of the result, and of the picture before it is turned. */
interface Target {
  readonly width: number;
  readonly height: number;
  readonly drawn: { readonly width: number; readonly height: number };
}

/** @param dotsOfPixels the dots of a number of pixels, by the resolution of the picture */
function targetOf(
  area: Area,
  dotsOfPixels: (pixels: number) => number,
  { dpi, widthMm, heightMm, within, turn }: DotOptions,
): Target {
  const isUpright = turn === 0 || turn === 180;
  const own = { width: dotsOfPixels(area.width), height: dotsOfPixels(area.height) };
  const [wide, high] = isUpright ? [own.width, own.height] : [own.height, own.width];
  const fit = within === null ? 1 : Math.min(1, within.width / wide, within.height / high);
  const [ownWidth, ownHeight] = [wide * fit, high * fit];
  const given = { width: widthMm && dotsOfMm(widthMm, dpi), height: heightMm && dotsOfMm(heightMm, dpi) };
  const width = given.width ?? (given.height === null ? ownWidth : (ownWidth * given.height) / ownHeight);
  const height = given.height ?? (given.width === null ? ownHeight : (ownHeight * given.width) / ownWidth);
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const bytes = ((size.width + 7) >> 3) * size.height;
  if (bytes > GRAPHIC_BYTES_MAX) {
    throw new ConvertFault(
      `the picture would have ${size.width} x ${size.height} dots; ${GRAPHIC_BYTES_MAX} bytes of dots are allowed, ` +
        'so choose a smaller width or resolution',
    );
  }
  if (Math.max(size.width, size.height) > SIDE_MAX) {
    throw new ConvertFault(
      `the picture would have ${size.width} x ${size.height} dots; ${SIDE_MAX} dots are allowed on each side, ` +
        'so choose a smaller width or resolution',
    );
  }
  return { ...size, drawn: isUpright ? size : { width: size.height, height: size.width } };
}

function dotsOf(picture: GreyPicture, { width, height }: Target, options: DotOptions): PictureDots {
  const { turn, dither, threshold } = options;
  const fitted = resized(turned(picture, turn), width, height);
  return { dots: dithered(fitted, dither, threshold), width };
}

/** @param inkBelow the part that is darker than a threshold; null for none */
function partOf(
  whole: Area,
  { crop, threshold }: DotOptions,
  inkBelow: (threshold: number) => Area | null,
): Area {
  if (crop === null) return whole;
  return crop === 'ink' ? (inkBelow(threshold) ?? whole) : inside(crop, whole);
}

function inside(area: Area, whole: Area): Area {
  const fits =
    area.width >= 1 &&
    area.height >= 1 &&
    area.x + area.width <= whole.width &&
    area.y + area.height <= whole.height;
  if (fits) return area;
  throw new ConvertFault(
    `--crop reaches beyond the picture, which has ${whole.width} x ${whole.height} pixels`,
  );
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

function sizeAt({ width, height }: Sides, scale: number): Sides {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function scaledArea(area: Area, scale: number, max: Sides): Area {
  const x = Math.min(max.width - 1, Math.round(area.x * scale));
  const y = Math.min(max.height - 1, Math.round(area.y * scale));
  const { width, height } = sizeAt(area, scale);
  return { x, y, width: Math.min(max.width - x, width), height: Math.min(max.height - y, height) };
}

function checkPixels(sides: Sides, max: number, subject: 'page' | 'picture' = 'picture'): void {
  const { width, height } = sides;
  if (!(width >= 1 && height >= 1 && width * height <= max))
    throw new ConvertFault(tooManyPixels(sides, max, subject));
}

function tooManyPixels({ width, height }: Sides, max: number, subject = 'picture'): string {
  return `the ${subject} has ${width} x ${height} pixels; ${max} are allowed`;
}
