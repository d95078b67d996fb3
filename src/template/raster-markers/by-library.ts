import { type Fill } from '../../bitmap/frame.ts';
import { allowedBy, BarcodeRefusal, bwipRaw, type RawSymbol, wrongElements } from '../../symbology/bwip.ts';
import { matrixSymbol } from '../../symbology/module-matrix.ts';
import { POINTS_PER_INCH } from '../../units.ts';
import { libraryChecks, libraryEc, libraryInput, librarySizes } from './library-options.ts';
import type { Encoded, MarkerRequest } from './request.ts';
import { rowHeights } from './row-heights.ts';

/** No symbology of the library's encodes a longer value, and the library is slow to find that out. */
const MOST_LIBRARY_UNITS = 1000;
/** The most digits, the densest data, for symbologies with less room. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  azteccodecompact: 136,
  code16k: 154,
  code49: 81,
  datamatrixrectangular: 98,
  datamatrixrectangularextension: 236,
  microqrcode: 35,
  rectangularmicroqrcode: 361,
};

/** Symbologies that the library draws, but not as a raster of one bit made from a value. */
const NO_RASTER: Readonly<Record<string, string>> = {
  ultracode: 'ultracode is printed in colours, which a raster of black and white cannot hold',
  d3aqr: 'd3aqr needs a category, which no key of a barcode marker gives',
  raw: 'raw is a list of widths rather than a symbology',
  symbol: 'symbol is the name of a picture rather than a symbology',
};

/** Every other symbology, as the library draws it. */
export function encodeByLibrary(request: MarkerRequest): Encoded {
  const { symbology, value } = request;
  const none = NO_RASTER[symbology];
  if (none !== undefined) return { reason: none };
  if (value.length > MOST_LIBRARY_UNITS)
    return { reason: `${symbology} takes at most ${MOST_LIBRARY_UNITS} characters` };
  const most = MOST_BYTES[symbology];
  if (most !== undefined && Buffer.byteLength(value) > most) {
    return {
      reason: allowedBy(symbology) ?? `${symbology} takes at most ${most} digits, or fewer characters`,
    };
  }
  const input = libraryInput(symbology, value);
  if (input === null) return { reason: `${symbology} takes ASCII characters only` };
  const wrong = wrongElements(symbology, input.text);
  if (wrong !== null) return { reason: wrong };
  const options = { ...input, ...libraryChecks(symbology), ...libraryEc(symbology, request.ec) };
  const raw = firstMade(request, { bcid: symbology, ...options });
  return raw.sbs === undefined ? cellsOf(raw, request) : barsOf(raw, raw.sbs, request);
}

/** The symbol in the saved size, or where the value has outgrown that, in the next that holds it. */
function firstMade(request: MarkerRequest, options: Readonly<Record<string, unknown>>): RawSymbol {
  const sizes = librarySizes(request);
  for (const size of sizes.slice(0, -1)) {
    try {
      return bwipRaw({ ...options, ...size });
    } catch (error) {
      if (!(error instanceof BarcodeRefusal)) throw error;
    }
  }
  return bwipRaw({ ...options, ...sizes.at(-1) });
}

/** The library gives each row once, whatever its height, and their sum as `pixy`. */
function cellsOf({ pixs, pixx, pixy }: RawSymbol, request: MarkerRequest): Encoded {
  const { symbology, module, height } = request;
  if (pixs === undefined || pixx === undefined || pixy === undefined)
    throw new BarcodeRefusal(`${symbology} has no picture of cells`);
  const grid = { columns: pixx, rows: pixs.length / pixx, cells: Uint8Array.from(pixs) };
  const symbol = matrixSymbol(grid, module);
  const heights = rowHeights(symbology, grid.rows, pixy, module, height);
  if (heights !== null) return { symbol: { ...symbol, rowHeights: heights } };
  if (grid.rows !== pixy) throw new BarcodeRefusal(`${symbology} has rows of unknown heights`);
  return { symbol };
}

/**
 * Bars of the library's own heights and bottoms, from the lowest to the highest end `height` dots tall. The library
 * measures heights in inches, and widths in points, which are modules.
 */
function barsOf({ bhs, bbs }: RawSymbol, sbs: readonly number[], request: MarkerRequest): Encoded {
  if (bhs === undefined || bbs === undefined)
    throw new BarcodeRefusal(`${request.symbology} has bars of unknown heights`);
  const { module } = request;
  // Symbols that are not counted in modules are measured (postal codes): there a bar is the narrow element.
  const first = sbs[0] as number;
  const unit = Number.isInteger(first) ? 1 : first;
  const dotsOf = (width: number): number => width * (module / unit);
  const ratio = Math.min(3, Math.max(2, request.ratio ?? 3));
  const wide = TWO_WIDTHS.test(request.symbology) ? ratio : undefined;
  // The lists of heights may be longer than there are bars.
  const bars: { readonly x: number; readonly width: number; readonly from: number; readonly to: number }[] =
    [];
  let x = 0;
  // A space after the last bar is no part of the symbol.
  sbs.slice(0, sbs.length - 1 + (sbs.length % 2)).forEach((modules, i) => {
    const width = Math.round(dotsOf(modules > 1 && wide !== undefined ? wide : modules));
    if (i % 2 === 0 && width > 0) {
      const from = bbs[i / 2] as number;
      bars.push({ x: Math.round(x), width, from, to: from + (bhs[i / 2] as number) });
    }
    x += unit === 1 ? width : dotsOf(modules);
  });
  const bottom = Math.min(...bars.map(({ from }) => from));
  const top = Math.max(...bars.map(({ to }) => to));
  const height = Math.max(
    1,
    Math.floor(request.height ?? Math.round(dotsOf((top - bottom) * POINTS_PER_INCH))),
  );
  const rowOf = (at: number): number => Math.round(((top - at) / (top - bottom)) * height);
  const paint = (fill: Fill): void => {
    for (const bar of bars) fill(bar.x, rowOf(bar.to), bar.width, rowOf(bar.from) - rowOf(bar.to));
  };
  return { symbol: { kind: 'dots', width: Math.round(x), height, paint }, isLinear: true };
}

/** Symbologies of narrow and wide elements, whose marker may say how wide these are. */
const TWO_WIDTHS =
  /^(?:(?:hibc)?code39(?:ext)?|code32|pzn|itf14|identcode|leitcode|(?:code|iata|matrix|coop|datalogic)2of5|rationalizedCodabar)$/;
