import { LIMITS } from '../../limits.ts';
import { bwipRaw, wrongElements } from '../bwip.ts';
import { Dots } from '../matrix/dots.ts';
import { asMatrix } from '../native/qr-code.ts';
import { barHeight, type Encoded, type MarkedRequest } from './request.ts';

/** Beyond this no symbology that is left to the library encodes anything, and it is slow to find out. */
const MOST_LIBRARY_UNITS = 1000;

/** Every other symbology, as the library draws it. */
export function encodeByLibrary(request: MarkedRequest): Encoded {
  const { symbology, value, module, columns, rows, ec } = request;
  if (value.length > MOST_LIBRARY_UNITS)
    return { reason: `${symbology} takes at most ${MOST_LIBRARY_UNITS} characters` };
  const wrong = wrongElements(symbology, value);
  if (wrong !== null) return { reason: wrong };
  const raw = bwipRaw({
    bcid: symbology,
    text: value,
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
    ...(ec === undefined ? {} : { eclevel: ec }),
  });
  const { pixs, pixx, pixy, sbs, bhs, bbs } = raw;
  if (pixs !== undefined && pixx !== undefined && pixy !== undefined) {
    return { symbol: asMatrix({ columns: pixx, rows: pixy, cells: Uint8Array.from(pixs) }, module) };
  }
  if (sbs === undefined) return { reason: `${symbology} cannot be drawn in black and white cells` };
  return libraryBars(sbs, bhs ?? [], bbs ?? [], module, barHeight(request));
}

/** Bars of the library's own heights and bottoms, of which the tallest becomes `height` dots. */
function libraryBars(
  sbs: readonly number[],
  bhs: readonly number[],
  bbs: readonly number[],
  module: number,
  height: number,
): Encoded {
  // Widths are perhaps fractional (postal): each edge is rounded by itself.
  const edges = [0];
  let end = 0;
  for (const width of sbs) {
    end += width;
    edges.push(Math.round(end * module));
  }
  const width = edges.at(-1) ?? 0;
  if (width > LIMITS.rasterDots || height > LIMITS.rasterDots) {
    return { symbol: { kind: 'linear', widths: [width], height } };
  }
  const tallest = Math.max(...bhs.map((bar, i) => bar + (bbs[i] ?? 0)));
  const dots = new Dots(width, height);
  bhs.forEach((bar, i) => {
    const left = edges[2 * i] as number;
    const bottom = height - Math.round(((bbs[i] ?? 0) / tallest) * height);
    const top = height - Math.round((((bbs[i] ?? 0) + bar) / tallest) * height);
    dots.fill(left, top, (edges[2 * i + 1] as number) - left, bottom - top);
  });
  return { symbol: dots.symbol() };
}
