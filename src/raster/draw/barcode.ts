import { type Drawn, encodeSeries, invalidAs } from '../../barcode/commands.ts';
import { symbolWork } from '../../barcode/work.ts';
import { Bitmap } from '../../bitmap/bitmap.ts';
import { packedBits } from '../../bitmap/packed-bits.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import { rotated } from '../../bitmap/rotate.ts';
import type { BarcodeSymbol, LinearSymbol, MatrixSymbol } from '../../symbology/symbol.ts';
import type { BarcodeElement, Origin } from '../../zpl/label.ts';
import { cornerOf, type Frame, frameOf } from '../layout/frame.ts';
import type { DrawContext } from './context.ts';
import { continued } from './glyphs.ts';
import { drawInterpretation } from './interpretation.ts';
import { drawInvalid } from './invalid-barcode.ts';

/** `^FT` takes a QR symbol to be as high as the next multiple of this many modules (printer evidence 35). */
const QR_HEIGHT_STEP = 8;

/**
 * Draws a barcode field and its interpretation line, or the symbols of its series. Data that no printer would
 * print leaves the field blank, or with `^CVY` marked as invalid, with a diagnostic.
 */
export function drawBarcode(surface: Bitmap, element: BarcodeElement, context: DrawContext): void {
  const { command, span } = element;
  const report = (reason: string): void => context.onDiagnostic({ command, span, reason });
  const field = { dotsPerMm: context.dotsPerMm, ...element };
  const places = element.places ?? [element.origin];
  // Checking encodes too, what is wrong twice.
  const checks = element.validated ? 2 * symbolWork(element) : 0;
  context.meter.spend(symbolWork(element, places.length) + checks);
  const invalid = element.validated ? invalidAs(field) : null;
  if (invalid !== null) {
    report(invalid.reason);
    drawInvalid(surface, element, invalid.code, context);
    return;
  }
  const series = encodeSeries(field, places.length);
  if ('ok' in series) {
    report(series.reason);
    return;
  }
  for (const [i, drawn] of series.entries()) {
    const place = places[i];
    if (place) drawAt(surface, element, drawn, place, context);
    if (drawn.note !== undefined) report(drawn.note);
  }
  if (places.length > 1 && command === '^BF') report('MicroPDF417 is not split; one symbol is drawn');
}

/** For each byte of a symbol of ready dots, which may have to be rotated dot by dot. */
const ROTATE_WORK = 16;

function drawAt(
  surface: Bitmap,
  element: BarcodeElement,
  { symbol, line }: Drawn,
  place: Origin,
  context: DrawContext,
): void {
  const { width, height } = extentOf(symbol);
  const origin = originOf(element, symbol, continued(place, context.textEnd));
  const frame = frameOf(origin, orientationOf(element), { width, height, anchor: height });
  drawSymbol(surface, symbol, frame);
  if (line?.shown) drawInterpretation(surface, element, line, frame, width, height, context);
}

/** Upright size in dots, without the tails of guard bars. */
function extentOf(symbol: BarcodeSymbol): { readonly width: number; readonly height: number } {
  switch (symbol.kind) {
    case 'linear':
      return { width: sum(symbol.widths), height: symbol.height };
    case 'matrix':
      return {
        width: symbol.columns * symbol.moduleWidth,
        height: symbol.rowHeights ? sum(symbol.rowHeights) : symbol.rows * symbol.moduleHeight,
      };
    case 'dots':
      return symbol;
  }
}

/** QR Code stands lower than other symbols, by rules of its own: by the `^BY` height with `^FO`. */
function originOf({ command, height }: BarcodeElement, symbol: BarcodeSymbol, origin: Origin): Origin {
  if (command !== '^BQ' || symbol.kind !== 'matrix') return origin;
  const missing = Math.ceil(symbol.rows / QR_HEIGHT_STEP) * QR_HEIGHT_STEP - symbol.rows;
  const lower = origin.command === '^FO' ? height : -missing * symbol.moduleHeight;
  return { ...origin, y: origin.y + lower };
}

/** QR Code and MaxiCode are never rotated. */
function orientationOf({ command, orientation }: BarcodeElement): Orientation {
  return command === '^BQ' || command === '^BD' ? 'N' : orientation;
}

function drawSymbol(surface: Bitmap, symbol: BarcodeSymbol, frame: Frame): void {
  switch (symbol.kind) {
    case 'linear':
      return drawBars(surface, symbol, frame);
    case 'matrix':
      return drawCells(surface, symbol, frame);
    case 'dots': {
      const { width, height, data } = symbol;
      surface.spend(ROTATE_WORK * data.length);
      const bits = rotated(packedBits(width, height, data), frame.orientation);
      const { x, y } = cornerOf(frame, 0, 0, width, height);
      surface.blit(bits, x, y, 'black');
    }
  }
}

function drawBars(surface: Bitmap, symbol: LinearSymbol, frame: Frame): void {
  const { widths, height, guardExtension = 0 } = symbol;
  drawRow(surface, frame, widths, 0, height, () => true);
  if (symbol.guards === undefined) return;
  const guards = new Set(symbol.guards);
  drawRow(surface, frame, widths, height, guardExtension, (bar) => guards.has(bar));
}

/** Draws the bars chosen from v downwards. All rows are alike, so one row of dots stands for them. */
function drawRow(
  surface: Bitmap,
  frame: Frame,
  widths: readonly number[],
  v: number,
  height: number,
  isDrawn: (bar: number) => boolean,
): void {
  const upright = frame.orientation === 'N';
  const width = sum(widths);
  const row = upright && width <= surface.width ? Bitmap.create(width, 1) : undefined;
  let u = 0;
  for (const [i, bar] of widths.entries()) {
    if (i % 2 === 0 && isDrawn(i)) {
      if (row === undefined) fill(surface, frame, u, v, bar, height);
      else row.fillRect(u, 0, bar, 1, 'black');
    }
    u += bar;
  }
  if (row !== undefined) {
    surface.blit({ width, height, stride: 0, words: row.words }, frame.x, frame.y + v, 'black');
  }
}

function drawCells(surface: Bitmap, symbol: MatrixSymbol, frame: Frame): void {
  const { columns, rows, cells, moduleWidth } = symbol;
  let v = 0;
  for (let row = 0; row < rows; row++) {
    const height = symbol.rowHeights?.[row] ?? symbol.moduleHeight;
    let runStart = -1;
    for (let column = 0; column <= columns; column++) {
      const black = column < columns && cells[row * columns + column] === 1;
      if (black && runStart < 0) runStart = column;
      if (!black && runStart >= 0) {
        fill(surface, frame, runStart * moduleWidth, v, (column - runStart) * moduleWidth, height);
        runStart = -1;
      }
    }
    v += height;
  }
}

function fill(surface: Bitmap, frame: Frame, u: number, v: number, width: number, height: number): void {
  const upright = frame.orientation === 'N' || frame.orientation === 'I';
  const { x, y } = cornerOf(frame, u, v, width, height);
  surface.fillRect(x, y, upright ? width : height, upright ? height : width, 'black');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
