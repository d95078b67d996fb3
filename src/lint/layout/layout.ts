import { encodeSeries, symbolWork } from '../../barcode/commands.ts';
import type { Drawn, Refused } from '../../barcode/field.ts';
import { Mask } from '../../bitmap/mask.ts';
import { WorkMeter } from '../../bitmap/work-meter.ts';
import { printerFonts } from '../../engine/printer-fonts.ts';
import { frameOfSymbol } from '../../raster/draw/barcode.ts';
import type { DrawContext } from '../../raster/draw/context.ts';
import { drawInterpretation } from '../../raster/draw/interpretation.ts';
import { drawLayers } from '../../raster/draw-layers.ts';
import type { DownloadedFonts } from '../../raster/font/downloaded-fonts.ts';
import { startDrawing } from '../../raster/rasterize.ts';
import { extentOf, paintSymbol } from '../../symbology/paint-symbol.ts';
import type { DotsPerMm } from '../../units.ts';
import type { BarcodeElement, Diagnostic, Element, Label } from '../../zpl/label.ts';
import { type Ink, inkOf } from './ink.ts';

/** A symbol of a barcode field, where it lies. */
export interface PlacedSymbol {
  readonly drawn: Drawn;
  readonly ink: Ink;
}

/** An element with the dots that it blackens. */
export interface PlacedElement {
  readonly element: Element;
  /** All of it; null where it leaves no dot on the label. */
  readonly ink: Ink | null;
  /** Some dots fall beside the label. */
  readonly isCut: boolean;
  /** Of a barcode. */
  readonly symbols: readonly PlacedSymbol[];
  /** Why a barcode has none. */
  readonly refused: Refused | null;
}

/** The edges of a label in dots; null where nothing says where one is. */
export interface Edges {
  readonly width: number | null;
  readonly height: number | null;
}

/** Where there is no edge, what is farther away than this is not looked at. Dots. */
const FAR = 4000;

/** A label that is laid out. */
export interface Layout {
  readonly placed: readonly PlacedElement[];
  readonly diagnostics: readonly Diagnostic[];
  /** Those that hold what the label is printed in, in its own dots. */
  readonly edges: Edges;
}

/** Lays out the labels of a stream, whose work is counted together. */
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
   * Where the elements of a label lie, each drawn as if it were alone.
   *
   * @throws FailureError `too_large` for a label that the renderer would refuse.
   */
  layOut(label: Label, { width, height }: Edges): Layout {
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
      meter: this.#meter,
    });
    if (this.#mask?.width !== canvas.width || this.#mask.height !== canvas.height) {
      this.#mask = Mask.create(canvas.width, canvas.height, this.#meter);
    }
    const mask = this.#mask;
    return { placed: label.elements.map((element) => place(element, mask, context)), diagnostics, edges };
  }
}

function place(element: Element, mask: Mask, context: DrawContext): PlacedElement {
  mask.clipped = false;
  if (element.kind === 'barcode' && element.validated !== true) return placeBarcode(element, mask, context);
  const regions = drawLayers(mask, { ...element, reverse: false }, context);
  return { element, ink: inkOf(regions), isCut: mask.clipped, symbols: [], refused: null };
}

function placeBarcode(element: BarcodeElement, mask: Mask, context: DrawContext): PlacedElement {
  const places = element.places ?? [element.origin];
  context.meter.spend(symbolWork(element, places.length));
  const series = encodeSeries({ dotsPerMm: context.dotsPerMm, ...element }, places.length);
  if ('ok' in series) return { element, ink: null, isCut: false, symbols: [], refused: series };
  const symbols: PlacedSymbol[] = [];
  const regions = series.flatMap((drawn, i) => {
    const place = places[i];
    if (!place) return [];
    const frame = frameOfSymbol(element, drawn.symbol, place, context);
    const bars = mask.takeRegions(() => paintSymbol(mask, drawn.symbol, frame), false);
    const ink = inkOf(bars);
    if (ink !== null) symbols.push({ drawn, ink });
    const { line } = drawn;
    if (!line?.shown) return bars;
    const { width, height } = extentOf(drawn.symbol);
    const letters = (): void => drawInterpretation(mask, element, line, frame, width, height, context);
    return [...bars, ...mask.takeRegions(letters, false)];
  });
  const missing = context.missing.take();
  if (missing !== null) context.onDiagnostic({ command: '^FD', span: element.span, reason: missing });
  return { element, ink: inkOf(regions), isCut: mask.clipped, symbols, refused: null };
}
