import { fail } from '../errors.ts';
import type { Diagnostic, Element, Label } from '../zpl/label.ts';
import { Bitmap } from './bitmap.ts';
import { doubled } from './doubled.ts';
import { drawBarcode } from './draw/barcode.ts';
import { drawBox } from './draw/box.ts';
import type { DrawContext } from './draw/context.ts';
import { drawDiagonal } from './draw/diagonal.ts';
import { drawEllipse } from './draw/ellipse.ts';
import { drawGraphic } from './draw/graphic.ts';
import { Lacking } from './draw/lacking.ts';
import { drawSymbolMarks } from './draw/symbol.ts';
import { drawText } from './draw/text.ts';
import { DownloadedFonts } from './font/downloaded-fonts.ts';
import { GlyphCache } from './font/glyph-cache.ts';
import type { DotsPerMm } from './font/resident-fonts.ts';
import { Stencil } from './stencil.ts';
import { mirrored, turned } from './turn.ts';
import { WorkMeter } from './work-meter.ts';

/** The image's size in dots, and the print head whose resident fonts are used. */
export interface RasterCanvas {
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: DotsPerMm;
}

export interface RasterOptions {
  /** True once the time for this label is over; asked before every element and every large or new glyph. */
  readonly deadline?: () => boolean;
  /** What names of downloaded fonts mean; without it there are none. */
  readonly fonts?: DownloadedFonts;
}

/** Glyphs are the same for every label, so all labels of a thread share them. */
const glyphs = new GlyphCache();

const NO_FONTS = new DownloadedFonts(new Map());

/**
 * Draws a label as the printer would, dot for dot. What is off the canvas is cut off; that, and what cannot be
 * drawn as asked, is reported.
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
  // A label without elements takes time too, and a stream has thousands of them.
  context.checkDeadline();
  const { width, height } = canvas;
  // With ^JMB the printer counts in dots of twice the size.
  const counted = label.doubled
    ? { ...canvas, width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
    : canvas;
  const centred = centre(drawElements(label, counted, context), counted);
  const full = label.doubled ? doubled(centred, width, height) : centred;
  const flipped = label.mirrored ? mirrored(full) : full;
  return label.inverted ? (turned(flipped, 'I') as Bitmap) : flipped;
}

/** What the elements of one label share while they are drawn. */
export function startDrawing(
  { dotsPerMm }: RasterCanvas,
  onDiagnostic: (diagnostic: Diagnostic) => void,
  { deadline, fonts = NO_FONTS }: RasterOptions,
): DrawContext {
  const checkDeadline = (): void => {
    if (deadline?.()) fail('busy', 'Drawing the label takes too long');
  };
  const meter = new WorkMeter();
  const lacking = new Lacking();
  return { dotsPerMm, glyphs, fonts, onDiagnostic, textEnd: { at: null }, lacking, meter, checkDeadline };
}

/** The print width's worth of label. */
function drawElements(label: Label, canvas: RasterCanvas, context: DrawContext): Bitmap {
  const width = Math.min(label.printWidth ?? canvas.width, canvas.width);
  const { meter } = context;
  const surface = Bitmap.create(width, canvas.height, meter);
  let stencil: Stencil | undefined;
  for (const element of label.elements) {
    context.checkDeadline();
    if (element.reverse) {
      stencil ??= Stencil.create(width, canvas.height, meter);
      drawElement(stencil, element, context);
      stencil.invertOnto(surface);
    } else {
      drawElement(surface, element, context);
    }
  }
  return surface;
}

/** Draws one element as if it were not reversed, and reports ink that falls off the surface or that no font has. */
export function drawElement(surface: Bitmap, element: Element, context: DrawContext): void {
  surface.inkLost = false;
  drawDots(surface, element, context);
  const lacking = context.lacking.take();
  if (lacking === null && !surface.inkLost) return;
  const { command = COMMANDS[element.kind], span } = element;
  if (lacking !== null) context.onDiagnostic({ command, span, reason: lacking });
  if (!surface.inkLost) return;
  context.onDiagnostic({ command, span, reason: 'ink beyond the edge of the label is cut off' });
}

/** What gives an element of each kind, where the element does not say. */
const COMMANDS = {
  text: '^FD',
  barcode: '^FD',
  symbol: '^GS',
  box: '^GB',
  ellipse: '^GE',
  diagonal: '^GD',
  graphic: '^GF',
} as const satisfies Record<Element['kind'], string>;

/** Draws one element as if it were not reversed. */
export function drawDots(surface: Bitmap, element: Element, context: DrawContext): void {
  switch (element.kind) {
    case 'text':
      return drawText(surface, element, context);
    case 'barcode':
      return drawBarcode(surface, element, context);
    case 'graphic':
      return drawGraphic(surface, element);
    case 'box':
      return drawBox(surface, element);
    case 'ellipse':
      return drawEllipse(surface, element);
    case 'diagonal':
      return drawDiagonal(surface, element);
    case 'symbol':
      return drawSymbolMarks(surface, element, context);
    default:
      element satisfies never;
  }
}

/** A label narrower than the canvas is fed through the middle of it. */
function centre(printed: Bitmap, canvas: RasterCanvas): Bitmap {
  if (printed.width === canvas.width) return printed;
  const centred = Bitmap.create(canvas.width, canvas.height);
  centred.blit(printed, Math.floor((canvas.width - printed.width) / 2), 0, 'ink');
  return centred;
}
