import { type Box, inkBox } from '../bitmap/box.ts';
import { packedBits } from '../bitmap/packed-bits.ts';
import type { Orientation } from '../bitmap/rotate.ts';
import { drawMarker } from '../template/raster-markers/draw-marker.ts';
import type { MarkerRequest } from '../template/raster-markers/request.ts';
import type { Picture } from '../zpl/printer.ts';
import type { ReadSymbol } from './symbol-reader.ts';

/** How a symbol in a picture is redrawn. */
export interface RedrawnSymbol {
  readonly request: MarkerRequest;
  /** In packed rows of ceil(width / 8) bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Its black dots: some symbols begin with white. */
  readonly ink: Box;
  /** The very dots of the picture come out for the value that it holds. */
  readonly isExact: boolean;
}

/** The widest narrow bar that is tried for pictures of bars. Dots. */
const BAR_DOTS_MAX = 12;
const MODULES = Array.from({ length: BAR_DOTS_MAX }, (_, i) => i + 1);

type Candidate = Omit<MarkerRequest, 'value' | 'rotation'>;

/** Names of symbologies of bars by what the reader calls them: UPC-A reads as an EAN-13 with a zero before it. */
const LINEAR: Readonly<Record<string, readonly string[]>> = {
  Code128: ['code128'],
  Code39: ['code39'],
  Code93: ['code93'],
  ITF: ['interleaved2of5'],
  EAN13: ['ean13', 'upca'],
  EAN8: ['ean8'],
  UPCA: ['upca'],
  DataBarOmni: ['databaromni'],
  DataBarStk: ['databarstacked', 'databarstackedomni'],
  DataBarLtd: ['databarlimited'],
  DataBarExp: ['databarexpanded'],
};

/** Ratios of symbologies with wide bars of several widths. */
const RATIOS: Readonly<Record<string, readonly number[]>> = {
  code39: [3, 2, 2.5],
  interleaved2of5: [3, 2, 2.5],
};

const ROTATIONS: readonly Orientation[] = ['N', 'R', 'I', 'B'];

/**
 * A way to redraw the symbol of a picture that contains nothing else: with the same dots if possible, otherwise with
 * the same size; null if there is neither.
 */
export function redrawnSymbol(read: ReadSymbol, picture: Picture, ink: Box): RedrawnSymbol | null {
  const width = widthOf(ink);
  const height = heightOf(ink);
  let alike: RedrawnSymbol | null = null;
  for (const rotation of rotationsOf(read)) {
    const isUpright = rotation === 'N' || rotation === 'I';
    const [across, along] = isUpright ? [width, height] : [height, width];
    for (const candidate of candidates(read, across, along)) {
      const request = { ...candidate, value: valueFor(candidate.symbology, read), rotation };
      const drawn = drawMarker(request);
      if (!drawn.ok) continue;
      const own: Picture = { bytesPerRow: (drawn.width + 7) >> 3, rows: drawn.height, data: drawn.data };
      const ownInk = inkBox(packedBits(own.bytesPerRow * 8, own.rows, own.data));
      if (ownInk === null || widthOf(ownInk) !== width || heightOf(ownInk) !== height) continue;
      const isExact = hasSameDots(own, ownInk, picture, ink);
      const made = {
        request,
        data: drawn.data,
        width: drawn.width,
        height: drawn.height,
        ink: ownInk,
        isExact,
      };
      if (isExact) return made;
      alike ??= made;
    }
  }
  return alike;
}

/** Orientations, the reported one first: bars can be read in both directions, and the reader may report either. */
function rotationsOf({ turnedBy }: ReadSymbol): readonly Orientation[] {
  const first = Math.round(turnedBy / 90) % 4;
  return ROTATIONS.map((_, i) => ROTATIONS[(first + i) % 4] as Orientation);
}

/** The value in a marker of this symbology for the data read. */
function valueFor(symbology: string, { text, elements }: ReadSymbol): string {
  if (symbology === 'upca') return text.slice(-12);
  // One GTIN, which needs no application identifier.
  if (/^databar(?!expanded)/.test(symbology)) return text.replace(/^01(?=\d{14}$)/, '');
  return elements ?? text;
}

/** Ways to draw a symbol of that many dots. */
function candidates(read: ReadSymbol, across: number, along: number): Candidate[] {
  const { format, columns, rows, level } = read;
  const gs1 = read.elements === null ? '' : 'gs1';
  if (columns > 0) {
    const module = Math.round(across / columns);
    if (format === 'QRCode') return [{ symbology: `${gs1}qrcode`, module, ec: level }];
    if (format === 'DataMatrix') return [{ symbology: `${gs1}datamatrix`, module, columns, rows }];
    if (format === 'MaxiCode')
      return MODULES.map((each) => ({ symbology: 'maxicode', module: each, ec: level }));
    if (format === 'Aztec' && gs1 === '')
      return AZTEC_PERCENT.map((ec) => ({ symbology: 'azteccode', module, ec }));
  }
  if (format === 'PDF417') return pdf417(across, along);
  if (format === 'MicroPDF417') return microPdf417(across, along);
  if (format === 'DataBarExpStk') return expandedStacked(across);
  if (format === 'Code128' && gs1 !== '') return inModules('gs1-128', across, along);
  return (LINEAR[format] ?? []).flatMap((symbology) => linear(symbology, across, along));
}

const AZTEC_PERCENT = ['23', '33', '10', '50'];

function linear(symbology: string, across: number, height: number): Candidate[] {
  const ratios = RATIOS[symbology];
  if (ratios === undefined) return inModules(symbology, across, height);
  return MODULES.flatMap((module) => ratios.map((ratio) => ({ symbology, module, height, ratio })));
}

/** Symbols of bars whose widths are whole modules. */
function inModules(symbology: string, across: number, height: number): Candidate[] {
  const whole = MODULES.filter((module) => across % module === 0);
  return whole.map((module) =>
    STACKS.has(symbology) ? { symbology, module } : { symbology, module, height },
  );
}

/** Two rows of bars or more, of heights that follow from the module. */
const STACKS: ReadonlySet<string> = new Set(['databarstacked', 'databarstackedomni']);

/** Segments side by side, which come in pairs. */
function expandedStacked(across: number): Candidate[] {
  const symbology = 'databarexpandedstacked';
  const whole = MODULES.filter((module) => across % module === 0);
  return whole.flatMap((module) =>
    [2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map((columns) => ({ symbology, module, columns })),
  );
}

/** Modules of a row of each number of columns (ISO/IEC 24728), and rows of all sizes. */
const MICRO_ROW_MODULES = [38, 55, 82, 99];
const MICRO_ROWS = [4, 6, 8, 10, 11, 12, 14, 15, 17, 20, 23, 24, 26, 28, 32, 38, 44];

function microPdf417(across: number, along: number): Candidate[] {
  return MICRO_ROW_MODULES.flatMap((width, index) => {
    const module = across / width;
    const fitting = MICRO_ROWS.filter((rows) => along % rows === 0 && along / rows >= module);
    if (!Number.isInteger(module)) return [];
    return fitting.map((rows) => ({
      symbology: 'micropdf417',
      module,
      columns: index + 1,
      rows,
      height: along / rows,
    }));
  });
}

/** Symbols of PDF417: 17 modules for each column of data, and 69 for start, stop and the columns next to them. */
function pdf417(across: number, along: number): Candidate[] {
  const found: Candidate[] = [];
  for (let module = 1; module <= BAR_DOTS_MAX; module++) {
    const columns = (across / module - 69) / 17;
    if (!Number.isInteger(columns) || columns < 1 || columns > 30) continue;
    for (let rows = 3; rows <= 90; rows++) {
      if (along % rows !== 0 || along / rows < module) continue;
      for (let ec = 0; ec <= 8; ec++) {
        found.push({ symbology: 'pdf417', module, columns, rows, height: along / rows, ec: String(ec) });
      }
    }
  }
  return found;
}

function widthOf({ left, right }: Box): number {
  return right - left;
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}

/** Whether two pictures are alike in rectangles of the same size. */
function hasSameDots(a: Picture, inA: Box, b: Picture, inB: Box): boolean {
  for (let y = 0; y < heightOf(inA); y++) {
    for (let x = 0; x < widthOf(inA); x++) {
      if (dotAt(a, inA.left + x, inA.top + y) !== dotAt(b, inB.left + x, inB.top + y)) return false;
    }
  }
  return true;
}

function dotAt({ bytesPerRow, data }: Picture, x: number, y: number): number {
  return ((data[y * bytesPerRow + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
}
