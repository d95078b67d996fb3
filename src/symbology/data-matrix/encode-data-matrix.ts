import type { ModuleMatrix } from '../module-matrix.ts';
import { errorCorrection, type Generator, galoisField, generatorOf } from '../reed-solomon.ts';
import { dataMatrixCodewords } from './codewords.ts';
import { DATA_MATRIX_SIZES, type DataMatrixSize, dataMatrixLayout } from './sizes.ts';

/** The capacity of the largest symbol. */
export const DATA_MATRIX_MOST = '3116 digits, 2335 letters or 1556 bytes';

export interface DataMatrixShape {
  readonly columns?: number;
  readonly rows?: number;
  /** Rectangular sizes only; square ones otherwise. */
  readonly rectangular?: boolean;
}

const FIELD = galoisField(256, 0x12d);
const generators = new Map<number, Generator>();

/**
 * The smallest ECC 200 symbol of this shape that holds the items, or null. An item is a byte, or
 * `CODEWORD` plus a codeword for what is not data. Columns or rows that no size has are ignored.
 */
export function encodeDataMatrix(items: readonly number[], shape: DataMatrixShape): ModuleMatrix | null {
  const found = dataMatrixCodewords(items, sizesOf(shape));
  if (found === null) return null;
  const { size } = found;
  const words = withChecks(found.words, size);
  const layout = dataMatrixLayout(size);
  const cells = new Uint8Array(layout.length);
  for (let i = 0; i < layout.length; i++) {
    const bit = layout[i] as number;
    cells[i] = bit < 0 ? -1 - bit : ((words[bit >> 3] as number) >> (7 - (bit & 7))) & 1;
  }
  return { columns: size.columns, rows: size.rows, cells };
}

function sizesOf({ columns, rows, rectangular = false }: DataMatrixShape): readonly DataMatrixSize[] {
  const form = DATA_MATRIX_SIZES.filter((size) => (size.rows !== size.columns) === rectangular);
  const asked = form.filter(
    (size) =>
      (columns === undefined || size.columns === columns) && (rows === undefined || size.rows === rows),
  );
  return asked.length > 0 ? asked : form;
}

/** Data codewords, then the error correction codewords of all blocks, interleaved. */
function withChecks(data: Uint8Array, size: DataMatrixSize): Uint8Array {
  const { blocks } = size;
  const count = size.errorCodewords / blocks;
  let generator = generators.get(count);
  if (generator === undefined) {
    generator = generatorOf(FIELD, count, 1);
    generators.set(count, generator);
  }
  const words = new Uint8Array(data.length + size.errorCodewords);
  words.set(data);
  for (let block = 0; block < blocks; block++) {
    const part: number[] = [];
    for (let i = block; i < data.length; i += blocks) part.push(data[i] as number);
    const checks = errorCorrection(FIELD, generator, part);
    // The largest size has two blocks fewer of the longer kind, and its checks begin after them.
    const offset = blocks === 10 ? (block + 2) % 10 : block;
    for (let i = 0; i < count; i++) words[data.length + i * blocks + offset] = checks[i] as number;
  }
  return words;
}
