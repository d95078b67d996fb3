/** One size of the standard, in modules and words. */
export interface DataMatrixSize {
  readonly rows: number;
  readonly columns: number;
  readonly dataCodewords: number;
  /** Error correction codewords of all blocks together. */
  readonly errorCodewords: number;
  readonly blocks: number;
  /** Regions between solid lines, down and across. */
  readonly regionRows: number;
  readonly regionColumns: number;
}

/** ISO/IEC 16022, table 7: rows, columns, data, check, blocks, regions down and across; smallest first. */
const ROWS: readonly (readonly number[])[] = [
  [10, 10, 3, 5, 1, 1, 1],
  [12, 12, 5, 7, 1, 1, 1],
  [14, 14, 8, 10, 1, 1, 1],
  [16, 16, 12, 12, 1, 1, 1],
  [18, 18, 18, 14, 1, 1, 1],
  [20, 20, 22, 18, 1, 1, 1],
  [22, 22, 30, 20, 1, 1, 1],
  [24, 24, 36, 24, 1, 1, 1],
  [26, 26, 44, 28, 1, 1, 1],
  [32, 32, 62, 36, 1, 2, 2],
  [36, 36, 86, 42, 1, 2, 2],
  [40, 40, 114, 48, 1, 2, 2],
  [44, 44, 144, 56, 1, 2, 2],
  [48, 48, 174, 68, 1, 2, 2],
  [52, 52, 204, 84, 2, 2, 2],
  [64, 64, 280, 112, 2, 4, 4],
  [72, 72, 368, 144, 4, 4, 4],
  [80, 80, 456, 192, 4, 4, 4],
  [88, 88, 576, 224, 4, 4, 4],
  [96, 96, 696, 272, 4, 4, 4],
  [104, 104, 816, 336, 6, 4, 4],
  [120, 120, 1050, 408, 6, 6, 6],
  [132, 132, 1304, 496, 8, 6, 6],
  [144, 144, 1558, 620, 10, 6, 6],
  [8, 18, 5, 7, 1, 1, 1],
  [8, 32, 10, 11, 1, 1, 2],
  [12, 26, 16, 14, 1, 1, 1],
  [12, 36, 22, 18, 1, 1, 2],
  [16, 36, 32, 24, 1, 1, 2],
  [16, 48, 49, 28, 1, 1, 2],
];

export const DATA_MATRIX_SIZES: readonly DataMatrixSize[] = ROWS.map((row) => {
  const [
    rows = 0,
    columns = 0,
    dataCodewords = 0,
    errorCodewords = 0,
    blocks = 0,
    regionRows = 0,
    regionColumns = 0,
  ] = row;
  return { rows, columns, dataCodewords, errorCodewords, blocks, regionRows, regionColumns };
});

const layouts = new Map<DataMatrixSize, Int16Array>();

/** For each cell of the finished symbol: the number of its bit, or -1 for light and -2 for dark patterns. */
export function dataMatrixLayout(size: DataMatrixSize): Int16Array {
  let layout = layouts.get(size);
  if (layout === undefined) {
    layout = framed(size, mapping(size.rows - 2 * size.regionRows, size.columns - 2 * size.regionColumns));
    layouts.set(size, layout);
  }
  return layout;
}

const LIGHT = -1;
const DARK = -2;

/** Puts the mapping matrix between the solid and the dashed lines of its regions. */
function framed(size: DataMatrixSize, bits: Int16Array): Int16Array {
  const height = size.rows / size.regionRows;
  const width = size.columns / size.regionColumns;
  const inner = size.columns - 2 * size.regionColumns;
  const cells = new Int16Array(size.rows * size.columns);
  for (let y = 0; y < size.rows; y++) {
    for (let x = 0; x < size.columns; x++) {
      const ry = y % height;
      const rx = x % width;
      let cell: number;
      if (rx === 0 || ry === height - 1) cell = DARK;
      else if (ry === 0) cell = rx % 2 === 0 ? DARK : LIGHT;
      else if (rx === width - 1) cell = ry % 2 === 1 ? DARK : LIGHT;
      else {
        const row = y - 1 - 2 * Math.floor(y / height);
        const column = x - 1 - 2 * Math.floor(x / width);
        cell = bits[row * inner + column] as number;
      }
      cells[y * size.columns + x] = cell;
    }
  }
  return cells;
}

/** ISO/IEC 16022, annex F: the places of the bits of each word in a matrix without its lines. */
function mapping(rows: number, columns: number): Int16Array {
  const bits = new Int16Array(rows * columns).fill(LIGHT);
  const taken = new Uint8Array(rows * columns);
  const put = (y: number, x: number, word: number, bit: number) => {
    let row = y;
    let column = x;
    if (row < 0) {
      row += rows;
      column += 4 - ((rows + 4) % 8);
    }
    if (column < 0) {
      column += columns;
      row += 4 - ((columns + 4) % 8);
    }
    bits[row * columns + column] = word * 8 + bit;
    taken[row * columns + column] = 1;
  };
  const putAll = (word: number, places: readonly (readonly [number, number])[]) => {
    places.forEach(([y, x], bit) => put(y, x, word, bit));
  };
  const usual = (y: number, x: number, word: number) =>
    putAll(word, [
      [y - 2, x - 2],
      [y - 2, x - 1],
      [y - 1, x - 2],
      [y - 1, x - 1],
      [y - 1, x],
      [y, x - 2],
      [y, x - 1],
      [y, x],
    ]);
  const h = rows;
  const w = columns;
  let word = 0;
  let y = 4;
  let x = 0;
  do {
    if (y === h && x === 0) {
      putAll(word++, [
        [h - 1, 0],
        [h - 1, 1],
        [h - 1, 2],
        [0, w - 2],
        [0, w - 1],
        [1, w - 1],
        [2, w - 1],
        [3, w - 1],
      ]);
    }
    if (y === h - 2 && x === 0 && w % 4 !== 0) {
      putAll(word++, [
        [h - 3, 0],
        [h - 2, 0],
        [h - 1, 0],
        [0, w - 4],
        [0, w - 3],
        [0, w - 2],
        [0, w - 1],
        [1, w - 1],
      ]);
    }
    if (y === h - 2 && x === 0 && w % 8 === 4) {
      putAll(word++, [
        [h - 3, 0],
        [h - 2, 0],
        [h - 1, 0],
        [0, w - 2],
        [0, w - 1],
        [1, w - 1],
        [2, w - 1],
        [3, w - 1],
      ]);
    }
    if (y === h + 4 && x === 2 && w % 8 === 0) {
      putAll(word++, [
        [h - 1, 0],
        [h - 1, w - 1],
        [0, w - 3],
        [0, w - 2],
        [0, w - 1],
        [1, w - 3],
        [1, w - 2],
        [1, w - 1],
      ]);
    }
    do {
      if (y < h && x >= 0 && taken[y * w + x] === 0) usual(y, x, word++);
      y -= 2;
      x += 2;
    } while (y >= 0 && x < w);
    y += 1;
    x += 3;
    do {
      if (y >= 0 && x < w && taken[y * w + x] === 0) usual(y, x, word++);
      y += 2;
      x -= 2;
    } while (y < h && x >= 0);
    y += 3;
    x += 1;
  } while (y < h || x < w);
  // A corner that the words leave open holds a fixed pattern.
  if (taken[h * w - 1] === 0) {
    bits[h * w - 1] = DARK;
    bits[h * w - w - 2] = DARK;
  }
  return bits;
}
