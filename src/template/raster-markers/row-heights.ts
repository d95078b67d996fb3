/**
 * The heights in modules of the rows of a symbol, which the library gives once per row: any number of rows of the 2-D
 * part, then `last`, then `again` as often as rows remain.
 */
interface Rows {
  readonly last: readonly number[];
  readonly again?: readonly number[];
  /** Heights that the standard fixes: the marker's `height` changes nothing. */
  readonly fixed?: true;
}

/** ISO/IEC 15417 and 24723 to 24728, AIM BC5 and BC7: the heights that the library has for them. */
const PDF417: Rows = { last: [] };
const CODABLOCK: Rows = { last: [1], again: [10, 1] };
const STACKED: Rows = { last: [1], again: [8, 1] };
const RETAIL: Rows = { last: [2, 2, 2, 72] };
const OMNI: readonly number[] = [33, 1, 1, 1, 33];
const EXPANDED: readonly number[] = [1, 1, 1, 34];

const ROWS: Readonly<Record<string, Rows>> = {
  pdf417compact: PDF417,
  hibcpdf417: PDF417,
  hibcmicropdf417: PDF417,
  'gs1-cc': PDF417,
  codablockf: CODABLOCK,
  hibccodablockf: CODABLOCK,
  code16k: STACKED,
  code49: STACKED,
  databarstacked: { last: [5, 1, 7], fixed: true },
  databarstackedomni: { last: OMNI, fixed: true },
  databarexpandedstacked: { last: [34], again: EXPANDED, fixed: true },
  gs1northamericancoupon: { last: [34], again: EXPANDED, fixed: true },
  ean13composite: RETAIL,
  ean8composite: RETAIL,
  upcacomposite: RETAIL,
  upcecomposite: RETAIL,
  databaromnicomposite: { last: [1, 33] },
  databartruncatedcomposite: { last: [1, 13] },
  databarlimitedcomposite: { last: [1, 10] },
  databarexpandedcomposite: { last: [1, 34] },
  'gs1-128composite': { last: [1, 36] },
  databarstackedcomposite: { last: [1, 5, 1, 7], fixed: true },
  databarstackedomnicomposite: { last: [1, ...OMNI], fixed: true },
  databarexpandedstackedcomposite: { last: [1, 34], again: EXPANDED, fixed: true },
};

/** A row of PDF417 is three modules tall, one of MicroPDF417 two. */
const OF_2D_PART = [2, 3];

/**
 * Dots of each of a symbol's rows, which are `tall` modules together; null for heights that are not known. `height`
 * is what the marker says: dots of each bar row, which is of the linear part in a composite.
 */
export function rowHeights(
  symbology: string,
  rows: number,
  tall: number,
  module: number,
  height?: number,
): readonly number[] | null {
  const known = ROWS[symbology];
  const modules = known === undefined ? null : inModules(known, rows, tall);
  if (modules === null) return null;
  const tallest = Math.max(...modules);
  const bars = known?.fixed ? undefined : height;
  return modules.map((row) => (row === tallest ? (bars ?? row * module) : row * module));
}

function inModules({ last, again }: Rows, rows: number, tall: number): readonly number[] | null {
  for (let below = last; below.length <= rows; below = [...below, ...again]) {
    const sum = below.reduce((total, row) => total + row, 0);
    const above = rows - below.length;
    const row = OF_2D_PART.find((of) => above * of + sum === tall);
    if (row !== undefined) return [...new Array<number>(above).fill(row), ...below];
    if (again === undefined) return null;
  }
  return null;
}
