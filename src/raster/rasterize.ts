import type { Bitmap } from '../bitmap/bitmap.ts';
import { scaled2x } from '../bitmap/scale.ts';
import { WorkMeter } from '../bitmap/work-meter.ts';
import { fail } from '../errors.ts';
import type { RuleName } from '../printer-profile/profile-rules.ts';
import type { DotsPerMm } from '../units.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import type { Element, Label } from '../zpl/label.ts';
import { drawBarcode } from './draw/barcode.ts';
import { drawBox } from './draw/box.ts';
import type { DrawContext } from './draw/context.ts';
import { drawDiagonal } from './draw/diagonal.ts';
import { drawText } from './draw/draw-text.ts';
import { drawEllipse } from './draw/ellipse.ts';
import { drawGraphic } from './draw/graphic.ts';
import { MissingGlyphs } from './draw/missing-glyphs.ts';
import { drawSymbolMarks } from './draw/symbol.ts';
import { UnsampledText } from './draw/unsampled-text.ts';
import { type DownloadedFonts, NO_FONTS } from './font/downloaded-fonts.ts';
import { GlyphCache } from './font/glyph-cache.ts';
import { HeldFonts } from './font/held/held-fonts.ts';
import type { SampledFonts } from './font/sampled-fonts.ts';
import { marginOf, placed } from './layer.ts';
import { Surfaces } from './surfaces.ts';

/** The image's size in dots, and the print head whose resident fonts are used. */
export interface RasterCanvas {
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: DotsPerMm;
}

export interface RasterOptions {
  /** True once the time for this label is over; called before every element and every large or new glyph. */
  readonly deadline?: () => boolean;
  /** Fonts by the names of downloads; none if absent. */
  readonly fonts?: DownloadedFonts;
  /** The fonts that the printer holds; only those of all printers if absent. */
  readonly held?: HeldFonts;
  /** The printer's profile, if it is of the canvas's print head; drawing is Platen's own if it is absent or null. */
  readonly sampled?: SampledFonts | null;
  /** Counts the work of this label with that of others; if absent, the label has a meter of its own. */
  readonly meter?: WorkMeter;
  /** Surfaces to draw on, which are cleared first; the image is then one of them. Without surfaces it is new memory. */
  readonly surfaces?: Surfaces;
}

/** Glyphs are the same for every label, so all labels of a thread share them. */
const glyphs = new GlyphCache();

const NONE_HELD = new HeldFonts([]);
const NO_RULES: ReadonlySet<RuleName> = new Set();

/**
 * Draws a label in the dots of the print head. Dots off the canvas are cut off; they, and elements that cannot be drawn
 * as asked, are reported.
 *
 * @throws FailureError `too_large` beyond the render limits, `busy` when the deadline passes.
 */
export function rasterize(
  label: Label,
  canvas: RasterCanvas,
  onDiagnostic: (diagnostic: Diagnostic) => void,
  options: RasterOptions = {},
): Bitmap {
  const context = startDrawing(canvas, onDiagnostic, options);
  const surfaces = options.surfaces ?? new Surfaces();
  // A label without elements takes time too, and a stream may have thousands.
  context.checkDeadline();
  // With ^JMB the printer counts in dots of twice the size.
  const dot = label.doubled ? 2 : 1;
  const width = Math.ceil(canvas.width / dot);
  const height = Math.ceil(canvas.height / dot);
  const printWidth = Math.min(label.printWidth ?? width, width);
  const surface = surfaces.blank('printed', printWidth, height, context.meter);
  drawElements(label, surface, surfaces, context);
  if (dot === 1 && printWidth === canvas.width && !label.mirrored && !label.inverted) return surface;
  return onCanvas(surface, label, canvas, surfaces, context.meter);
}

/** Units of a {@link WorkMeter} for moving a word of dots. */
const MOVE_WORK = 20;

/** The printed label where it lies on the canvas: doubled, centred, mirrored and rotated. */
function onCanvas(
  printed: Bitmap,
  label: Label,
  canvas: RasterCanvas,
  surfaces: Surfaces,
  meter: WorkMeter,
): Bitmap {
  const page = surfaces.blank('canvas', canvas.width, canvas.height, meter);
  const { top, bottom } = printed.drawn;
  if (top === bottom) return page;
  const dot = label.doubled ? 2 : 1;
  meter.spend(MOVE_WORK * dot * dot * (bottom - top) * printed.stride);
  const { width, stride } = printed;
  const rows = printed.words.subarray(top * stride, bottom * stride);
  const drawn = { width, height: bottom - top, stride, words: rows };
  const bits = label.doubled
    ? scaled2x(drawn, Math.min(2 * width, canvas.width), Math.min(2 * drawn.height, canvas.height - 2 * top))
    : drawn;
  const margin = dot * marginOf(width, Math.ceil(canvas.width / dot));
  const layer = placed({ mode: 'black', x: 0, y: top * dot, bits }, label, margin, canvas);
  page.blit(layer.bits, layer.x, layer.y, 'black');
  return page;
}

/**
 * Makes the state that the elements of one label share while they are drawn.
 *
 * @param meter of the labels that are drawn together; one of its own if absent.
 */
export function startDrawing(
  { dotsPerMm }: RasterCanvas,
  onDiagnostic: (diagnostic: Diagnostic) => void,
  { deadline, fonts = NO_FONTS, held = NONE_HELD, sampled = null, meter = new WorkMeter() }: RasterOptions,
): DrawContext {
  const checkDeadline = (): void => {
    if (deadline?.()) fail('busy', 'drawing the label took too long');
  };
  const missing = new MissingGlyphs();
  const textEnd = { at: null };
  const rules = sampled?.rules ?? NO_RULES;
  const unsampled = new UnsampledText();
  const fontsOf = { glyphs, ink: 'covered' as const, fonts, held, sampled, missing, unsampled };
  return { dotsPerMm, ...fontsOf, rules, onDiagnostic, textEnd, meter, checkDeadline };
}

function drawElements(label: Label, surface: Bitmap, surfaces: Surfaces, context: DrawContext): void {
  for (const element of label.elements) {
    context.checkDeadline();
    if (element.reverse) {
      const mask = surfaces.mask(surface.width, surface.height, context.meter);
      drawElement(mask, element, context);
      mask.xorOnto(surface);
    } else {
      drawElement(surface, element, context);
    }
  }
}

/**
 * Draws one element as if it were not reversed, and reports black dots that fall off the surface or that no font has.
 */
export function drawElement(surface: Bitmap, element: Element, context: DrawContext): void {
  surface.clipped = false;
  drawDots(surface, element, context);
  reportText(element, context);
  if (!surface.clipped) return;
  const { command = COMMANDS[element.kind], span } = element;
  const reason = 'ink beyond the edge of the label is cut off';
  context.onDiagnostic({ code: 'ink-cut', command, span, reason });
}

/** Reports the characters that the fonts of a drawn element lacked. */
export function reportText(element: Element, { missing, unsampled, onDiagnostic }: DrawContext): void {
  const lacking = missing.take();
  const notSampled = unsampled.take();
  if (lacking === null && notSampled === null) return;
  const { command = COMMANDS[element.kind], span } = element;
  if (lacking !== null) onDiagnostic({ code: 'glyph-missing', command, span, reason: lacking });
  if (notSampled !== null) onDiagnostic({ code: 'font-not-sampled', command, span, reason: notSampled });
}

/** The command of each kind of element, if the element does not name it. */
const COMMANDS = {
  text: '^FD',
  barcode: '^FD',
  symbol: '^GS',
  box: '^GB',
  ellipse: '^GE',
  diagonal: '^GD',
  graphic: '^GF',
} as const satisfies Record<Element['kind'], string>;

/** Draws one element as if it were not reversed, but for the ink of its text. */
export function drawDots(surface: Bitmap, element: Element, shared: DrawContext): void {
  const context: DrawContext = element.reverse ? { ...shared, ink: 'touched' } : shared;
  switch (element.kind) {
    case 'text':
      return drawText(surface, element, context);
    case 'barcode':
      return drawBarcode(surface, element, context);
    case 'graphic':
      return drawGraphic(surface, element, context.rules);
    case 'box':
      return drawBox(surface, element, context.rules);
    case 'ellipse':
      return drawEllipse(surface, element, context.rules);
    case 'diagonal':
      return drawDiagonal(surface, element, context.rules);
    case 'symbol':
      return drawSymbolMarks(surface, element, context);
    default:
      element satisfies never;
  }
}
