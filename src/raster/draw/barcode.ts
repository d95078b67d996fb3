import {
  type Drawn,
  encodeSeries,
  encodeStrictly,
  type Refused,
  symbolWork,
} from '../../barcode/commands.ts';
import type { Bitmap } from '../../bitmap/bitmap.ts';
import type { Frame } from '../../bitmap/frame.ts';
import type { Orientation } from '../../bitmap/rotate.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import { extentOf, paintSymbol } from '../../symbology/paint-symbol.ts';
import type { BarcodeSymbol } from '../../symbology/symbol.ts';
import { COMMAND_TABLE } from '../../zpl/command-table/command-table.ts';
import type { DiagnosticCode } from '../../zpl/diagnostic.ts';
import type { BarcodeElement, Origin } from '../../zpl/label.ts';
import { frameOf } from '../layout/field-box.ts';
import type { DrawContext } from './context.ts';
import { continued } from './glyphs.ts';
import { drawInterpretation } from './interpretation.ts';
import { drawInvalid } from './invalid-barcode.ts';

/** For `^FT` the height of a QR symbol is rounded up to a multiple of this many modules (printer evidence 35). */
const QR_HEIGHT_STEP = 8;
const QR_MARGIN_MODULES = 3;

/**
 * Draws a barcode field and its interpretation line, or the symbols of its series. Data that no printer would
 * print leaves the field blank, or with `^CVY` marked as invalid, with a diagnostic.
 */
export function drawBarcode(surface: Bitmap, element: BarcodeElement, context: DrawContext): void {
  const { command, span } = element;
  const report = (code: DiagnosticCode, reason: string): void =>
    context.onDiagnostic({ code, command, span, reason });
  const places = element.places ?? [element.origin];
  const series = encodeElement(element, context);
  if ('ok' in series) {
    report('barcode-refused', series.reason);
    if (element.validated) drawInvalid(surface, element, series.code, context);
    return;
  }
  for (const [i, drawn] of series.entries()) {
    const place = places[i];
    if (place) drawAt(surface, element, drawn, place, context);
    if (drawn.note !== undefined) report('barcode-changed', drawn.note);
  }
  if (places.length > 1 && command === '^BF')
    report('series-not-split', 'MicroPDF417 is not split; one symbol is drawn');
}

/** The symbols of a field, one for each of its places; their work is counted before they are made. */
export function encodeElement(
  element: BarcodeElement,
  { dotsPerMm, rules, meter }: Pick<DrawContext, 'dotsPerMm' | 'rules' | 'meter'>,
): readonly Drawn[] | Refused {
  const places = element.places?.length ?? 1;
  // Checking may encode the data apart from drawing it.
  const checks = element.validated ? 2 * symbolWork(element) : 0;
  meter.spend(symbolWork(element, places) + checks);
  const encode = element.validated ? encodeStrictly : encodeSeries;
  return encode({ dotsPerMm, rules, ...element }, places);
}

function drawAt(
  surface: Bitmap,
  element: BarcodeElement,
  { symbol, line }: Drawn,
  place: Origin,
  context: DrawContext,
): void {
  const { width, height } = extentOf(symbol);
  const frame = frameOfSymbol(element, symbol, place, context);
  paintSymbol(surface, symbol, frame);
  if (line?.shown) drawInterpretation(surface, element, line, frame, width, height, context);
}

/** The frame of a symbol of the field with this place. */
export function frameOfSymbol(
  element: BarcodeElement,
  symbol: BarcodeSymbol,
  place: Origin,
  { textEnd, rules }: Pick<DrawContext, 'textEnd' | 'rules'>,
): Frame {
  const { width, height } = extentOf(symbol);
  const origin = originOf(element, symbol, continued(place, textEnd), rules);
  const orientation = orientationOf(element);
  const anchor = isOnLastRow(element, symbol, orientation, rules) ? height - 1 : height;
  return frameOf(origin, orientation, { width, height, anchor });
}

/**
 * Whether `^FT` places the last row of dots of bars, in place of the line below it (printer evidence 65). Stacked and
 * two-dimensional symbols end above that line.
 */
function isOnLastRow(
  { command }: BarcodeElement,
  { kind }: BarcodeSymbol,
  orientation: Orientation,
  rules: ReadonlySet<RuleName>,
): boolean {
  if (!rules.has('lastRowBaseline') || orientation === 'R' || orientation === 'I') return false;
  return kind === 'linear' || command === '^B5' || command === '^BZ';
}

/**
 * The origin of a QR Code, which is lower than other symbols: by the `^BY` height with `^FO`. Printers may take a dot
 * less, and three modules for the margin below it with `^FT` (printer evidence 61).
 */
function originOf(
  { command, height }: BarcodeElement,
  symbol: BarcodeSymbol,
  origin: Origin,
  rules: ReadonlySet<RuleName>,
): Origin {
  if (command !== '^BQ' || symbol.kind !== 'matrix') return origin;
  if (rules.has('qrOrigin')) {
    const lower = origin.command === '^FO' ? height : -QR_MARGIN_MODULES * symbol.moduleHeight;
    return { ...origin, y: origin.y + lower + (origin.command === '^FO' ? -1 : 1) };
  }
  const missing = Math.ceil(symbol.rows / QR_HEIGHT_STEP) * QR_HEIGHT_STEP - symbol.rows;
  const lower = origin.command === '^FO' ? height : -missing * symbol.moduleHeight;
  return { ...origin, y: origin.y + lower };
}

function orientationOf({ command, orientation }: BarcodeElement): Orientation {
  return COMMAND_TABLE.get(command)?.isUpright ? 'N' : orientation;
}
