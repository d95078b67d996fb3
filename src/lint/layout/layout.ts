import type { Drawn, Refused } from '../../barcode/field.ts';
import type { Bitmap } from '../../bitmap/bitmap.ts';
import { type Box, union } from '../../bitmap/box.ts';
import type { Frame } from '../../bitmap/frame.ts';
import { Mask, type MaskRegion } from '../../bitmap/mask.ts';
import { WorkMeter } from '../../bitmap/work-meter.ts';
import { printerFonts } from '../../engine/printer-fonts.ts';
import { sampledFonts } from '../../engine/printer-profile.ts';
import { encodeElement, frameOfSymbol } from '../../raster/draw/barcode.ts';
import type { DrawContext } from '../../raster/draw/context.ts';
import { drawInterpretation } from '../../raster/draw/interpretation.ts';
import { drawInvalid } from '../../raster/draw/invalid-barcode.ts';
import type { DownloadedFonts } from '../../raster/font/downloaded-fonts.ts';
import {
  drawDots,
  drawElement,
  type RasterCanvas,
  reportText,
  startDrawing,
} from '../../raster/rasterize.ts';
import { extentOf, paintSymbol } from '../../symbology/paint-symbol.ts';
import type { DotsPerMm } from '../../units.ts';
import type { Diagnostic } from '../../zpl/diagnostic.ts';
import type { BarcodeElement, Element, Label } from '../../zpl/label.ts';
import { Extent } from './extent.ts';
import { Ink } from './ink.ts';

/** A symbol of a barcode field and its place. */
export interface PlacedSymbol {
  readonly drawn: Drawn;
  /** The rectangle that just holds its bars or modules. */
  readonly box: Box;
}

/** An element and its place. */
export interface PlacedElement {
  readonly element: Element;
  /** All of its dots; null for an element without a dot on the label. */
  readonly ink: Ink | null;
  /** Some dots are outside the label. */
  readonly isCut: boolean;
  /** Symbols of a barcode. */
  readonly symbols: readonly PlacedSymbol[];
  /** The reason why a barcode has no symbols; null if it has. */
  readonly refused: Refused | null;
}

/** The edges of a label in dots; null for one that is not known. */
export interface LabelEdges {
  readonly width: number | null;
  readonly height: number | null;
}

/** The distance beyond which dots are ignored on sides without an edge. Dots. */
const FAR = 4000;

/** A label that is laid out. */
export interface Layout {
  readonly placed: readonly PlacedElement[];
  readonly diagnostics: readonly Diagnostic[];
  /** The edges of the printed part of the label, in its own dots. */
  readonly edges: LabelEdges;
}

/** Lays out the labels of a stream, and counts their work together. */
export class LayoutMaker {
  readonly #dotsPerMm: DotsPerMm;
  readonly #fonts: DownloadedFonts;
  readonly #meter = new WorkMeter();
  #mask: Mask | null = null;

  constructor(dotsPerMm: DotsPerMm, fonts: DownloadedFonts) {
    this.#dotsPerMm = dotsPerMm;
    this.#fonts = fonts;
  }

  /**
   * Finds the place of each element of a label, each drawn by itself.
   *
   * @throws FailureError `too_large` for a label that the renderer would refuse.
   */
  layOut(label: Label, { width, height }: LabelEdges): Layout {
    const dot = label.doubled ? 2 : 1;
    const across = width === null ? null : Math.ceil(width / dot);
    const down = height === null ? null : Math.ceil(height / dot);
    const edges = {
      width: across === null ? label.printWidth : Math.min(across, label.printWidth ?? across),
      height: down,
    };
    const canvas = { width: edges.width ?? FAR, height: edges.height ?? FAR, dotsPerMm: this.#dotsPerMm };
    const diagnostics: Diagnostic[] = [];
    this.#meter.nextLabel();
    const context = startDrawing(canvas, (diagnostic) => void diagnostics.push(diagnostic), {
      fonts: this.#fonts,
      held: printerFonts(),
      sampled: sampledFonts(this.#dotsPerMm),
      meter: this.#meter,
    });
    const surface = Extent.create(canvas.width, canvas.height, this.#meter);
    const mask = (): Mask => this.#maskOf(canvas);
    return {
      placed: label.elements.map((element) => place(element, surface, mask, context)),
      diagnostics,
      edges,
    };
  }

  /** The surface for dots; their work was counted with the layout. */
  #maskOf({ width, height }: RasterCanvas): Mask {
    if (this.#mask?.width !== width || this.#mask.height !== height) this.#mask = Mask.create(width, height);
    return this.#mask;
  }
}

function place(element: Element, surface: Extent, mask: () => Mask, context: DrawContext): PlacedElement {
  surface.clipped = false;
  if (element.kind === 'barcode') return placeBarcode(element, surface, mask, context);
  const { at } = context.textEnd;
  drawElement(surface, element, context);
  const extents = surface.take();
  const draw = (dots: Bitmap): void =>
    drawDots(dots, element, { ...context, textEnd: { at }, onDiagnostic: () => {} });
  const ink = extents && new Ink(extents, () => dotsOf(mask(), draw));
  return { element, ink, isCut: surface.clipped, symbols: [], refused: null };
}

function placeBarcode(
  element: BarcodeElement,
  surface: Extent,
  mask: () => Mask,
  context: DrawContext,
): PlacedElement {
  const places = element.places ?? [element.origin];
  const series = encodeElement(element, context);
  if ('ok' in series) {
    const { at } = context.textEnd;
    const draw = (dots: Bitmap): void => {
      if (element.validated)
        drawInvalid(dots, element, series.code, { ...context, textEnd: { at }, onDiagnostic: () => {} });
    };
    draw(surface);
    const extents = surface.take();
    const ink = extents && new Ink(extents, () => dotsOf(mask(), draw));
    return { element, ink, isCut: surface.clipped, symbols: [], refused: series };
  }
  const parts = series.flatMap((drawn, i) => {
    const place = places[i];
    return place
      ? partsOf(element, drawn, frameOfSymbol(element, drawn.symbol, place, context), context)
      : [];
  });
  const symbols: PlacedSymbol[] = [];
  let all: Box | null = null;
  for (const { symbol, draw } of parts) {
    draw(surface);
    const box = surface.take()?.box;
    if (box === undefined) continue;
    if (symbol !== null) symbols.push({ drawn: symbol, box });
    all = all === null ? box : union(all, box);
  }
  reportText(element, context);
  const draw = (dots: Bitmap): void => {
    for (const part of parts) part.draw(dots);
  };
  const ink = all && new Ink({ box: all, fills: null }, () => dotsOf(mask(), draw));
  return { element, ink, isCut: surface.clipped, symbols, refused: null };
}

/** A symbol, or the text next to it. */
interface Part {
  readonly symbol: Drawn | null;
  readonly draw: (surface: Bitmap) => void;
}

function partsOf(element: BarcodeElement, drawn: Drawn, frame: Frame, context: DrawContext): readonly Part[] {
  const { symbol, line } = drawn;
  const bars = { symbol: drawn, draw: (surface: Bitmap) => paintSymbol(surface, symbol, frame) };
  if (!line?.shown) return [bars];
  const { width, height } = extentOf(symbol);
  const letters = (surface: Bitmap): void =>
    drawInterpretation(surface, element, line, frame, width, height, context);
  return [bars, { symbol: null, draw: letters }];
}

function dotsOf(mask: Mask, draw: (surface: Bitmap) => void): readonly MaskRegion[] {
  return mask.takeRegions(() => draw(mask), false);
}
