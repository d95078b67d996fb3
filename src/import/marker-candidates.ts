import type { Orientation } from '../bitmap/rotate.ts';
import { drawMarker } from '../template/raster-markers/draw-marker.ts';
import type { MarkerRequest } from '../template/raster-markers/request.ts';
import type { Picture } from '../zpl/printer.ts';
import type { Box, ReadSymbol } from './symbol-reader.ts';

/** How a symbol in a picture is drawn anew. */
export interface DrawnAnew {
  readonly request: MarkerRequest;
  /** In packed rows of ceil(width / 8) bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The very dots of the picture come out for the value that it holds. */
  readonly isExact: boolean;
}

/** Dots of a narrow bar that pictures of bars are tried with. */
const BAR_DOTS_MAX = 12;

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
};

/** What symbologies have wide bars of several widths. */
const RATIOS: Readonly<Record<string, readonly number[]>> = {
  code39: [3, 2, 2.5],
  interleaved2of5: [3, 2, 2.5],
};

const ROTATIONS: readonly Orientation[] = ['N', 'R', 'I', 'B'];

/**
 * How the symbol that a picture holds, and nothing else beside it, is drawn anew: in the same dots if there is a way, else
 * in as many. Null where there is none.
 */
export function drawnAnew(read: ReadSymbol, picture: Picture, ink: Box): DrawnAnew | null {
  const width = ink.right - ink.left;
  const height = ink.bottom - ink.top;
  let alike: DrawnAnew | null = null;
  for (const rotation of rotationsOf(read)) {
    const isUpright = rotation === 'N' || rotation === 'I';
    const [across, along] = isUpright ? [width, height] : [height, width];
    for (const candidate of candidates(read, across, along)) {
      const value = candidate.symbology === 'upca' ? read.text.slice(-12) : read.text;
      const request = { ...candidate, value, rotation };
      const drawn = drawMarker(request);
      if (!drawn.ok || drawn.width !== width || drawn.height !== height) continue;
      const isExact = hasSameDots(drawn.data, width, height, picture, ink);
      const { data } = drawn;
      if (isExact) return { request, data, width, height, isExact };
      alike ??= { request, data, width, height, isExact };
    }
  }
  return alike;
}

/** The one that the reader saw first: bars read in both directions, and it may not tell which. */
function rotationsOf({ turnedBy }: ReadSymbol): readonly Orientation[] {
  const first = Math.round(turnedBy / 90) % 4;
  return ROTATIONS.map((_, i) => ROTATIONS[(first + i) % 4] as Orientation);
}

/** Ways to draw a symbol of that many dots. */
function candidates(
  { format, columns, rows, level }: ReadSymbol,
  across: number,
  along: number,
): Candidate[] {
  const module = columns > 0 ? Math.round(across / columns) : 0;
  if (format === 'QRCode' && module > 0) return [{ symbology: 'qrcode', module, ec: level }];
  if (format === 'DataMatrix' && module > 0) return [{ symbology: 'datamatrix', module, columns, rows }];
  if (format === 'Aztec' && module > 0)
    return AZTEC_PERCENT.map((ec) => ({ symbology: 'azteccode', module, ec }));
  if (format === 'PDF417') return pdf417(across, along);
  return (LINEAR[format] ?? []).flatMap((symbology) => linear(symbology, along));
}

const AZTEC_PERCENT = ['23', '33', '10', '50'];

function linear(symbology: string, height: number): Candidate[] {
  const modules = Array.from({ length: BAR_DOTS_MAX }, (_, i) => i + 1);
  const ratios = RATIOS[symbology];
  return modules.flatMap((module) =>
    ratios === undefined
      ? [{ symbology, module, height }]
      : ratios.map((ratio) => ({ symbology, module, height, ratio })),
  );
}

/** 17 modules for each column of data, and 69 for start, stop and the columns beside them. */
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

function hasSameDots(
  data: Uint8Array,
  width: number,
  height: number,
  { bytesPerRow, data: dots }: Picture,
  { left, top }: Box,
): boolean {
  const stride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const drawn = ((data[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
      const at = left + x;
      const shown = ((dots[(top + y) * bytesPerRow + (at >> 3)] as number) >> (7 - (at & 7))) & 1;
      if (drawn !== shown) return false;
    }
  }
  return true;
}
