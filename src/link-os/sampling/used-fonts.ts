import { Bitmap } from '../../bitmap/bitmap.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import { packProfile } from '../../printer-profile/packed-profile.ts';
import type { PrinterProfile } from '../../printer-profile/profile.ts';
import { isBitmapFont } from '../../raster/font/bitmap-fonts.ts';
import { DownloadedFonts } from '../../raster/font/downloaded-fonts.ts';
import type { HeldFonts } from '../../raster/font/held/held-fonts.ts';
import { sampleOf } from '../../raster/font/resident-fonts.ts';
import { SampledFonts } from '../../raster/font/sampled-fonts.ts';
import type { Typeface } from '../../raster/font/typeface.ts';
import { drawElement, startDrawing } from '../../raster/rasterize.ts';
import type { FontChoice } from '../../zpl/label.ts';
import type { ParseResult } from '../../zpl/parse.ts';
import type { SizeName } from './cells.ts';

/** The printer's fonts that labels are drawn with. */
export interface UsedFonts {
  /** Each once, in the order in which they were met. */
  readonly sizes: readonly SizeName[];
  readonly characters: ReadonlySet<string>;
}

/** Characters that are not printed. */
const CONTROLS = /\p{Cc}|\p{Cs}/u;

/**
 * Finds the sizes and orientations of the printer's fonts that labels are drawn with, interpretation lines included,
 * and the characters of their text. Downloaded and stored fonts are left out.
 *
 * @param profile the lines of some barcodes have the size that fits, which depends on its advances.
 * @throws FailureError as drawing the labels does.
 */
export function usedFonts(
  { labels, fonts }: Pick<ParseResult, 'labels' | 'fonts'>,
  profile: PrinterProfile,
  held: HeldFonts,
): UsedFonts {
  const noted = new NotedFonts(profile);
  const characters = new Set<string>();
  const downloaded = new DownloadedFonts(fonts);
  // Dots beyond the surface take no time, and fonts are chosen all the same.
  const surface = Bitmap.create(1, 1);
  try {
    for (const { elements } of labels) {
      const canvas = { width: 1, height: 1, dotsPerMm: noted.dotsPerMm };
      const context = startDrawing(canvas, () => {}, { fonts: downloaded, held, sampled: noted });
      for (const element of elements) {
        if (element.kind === 'text') for (const character of element.text) characters.add(character);
        if (element.kind === 'text' || element.kind === 'barcode') drawElement(surface, element, context);
      }
    }
  } finally {
    downloaded.close();
  }
  return {
    sizes: noted.sizes,
    characters: new Set([...characters].filter((character) => !CONTROLS.test(character))),
  };
}

/** Notes the fonts that drawing uses. */
class NotedFonts extends SampledFonts {
  readonly #sizes = new Map<string, SizeName>();

  constructor(profile: PrinterProfile) {
    super(packProfile(profile));
  }

  get sizes(): readonly SizeName[] {
    return [...this.#sizes.values()];
  }

  override typeface(choice: FontChoice, orientation: Orientation): Typeface {
    const size = sampledAs(choice, orientation, this.dotsPerMm);
    if (Number.isInteger(size.height) && Number.isInteger(size.width))
      this.#sizes.set(nameOfSize(size), size);
    return super.typeface(choice, orientation);
  }
}

/** The sample that a font is drawn with: fonts of bitmaps are turned and magnified by the printer. */
function sampledAs(
  choice: FontChoice,
  orientation: Orientation,
  dotsPerMm: SampledFonts['dotsPerMm'],
): SizeName {
  const sample = sampleOf(choice, dotsPerMm);
  return { ...sample, orientation: isBitmapFont(sample.font) ? 'N' : orientation };
}

/** A name for people and for maps: `0 30 x 25 N`. */
export function nameOfSize({ font, height, width, orientation }: SizeName): string {
  return `${font} ${height} x ${width} ${orientation}`;
}
