import { bwipGrid } from '../bwip.ts';
import type { Grid } from './grid.ts';

/** Added to a codeword that is sent as it is, in ASCII encodation. */
export const CODEWORD = 256;

/** Sizes that are accepted, in modules. */
export interface DataMatrixShape {
  readonly columns?: number;
  readonly rows?: number;
  /** Rectangular sizes only; square ones otherwise. */
  readonly rectangular?: boolean;
}

export function encodeDataMatrix(items: readonly number[], shape: DataMatrixShape): Grid | null {
  const text = items
    .map((item) => (item === 488 ? '^FNC1' : `^${String(item & 255).padStart(3, '0')}`))
    .join('');
  return bwipGrid({
    bcid: shape.rectangular ? 'datamatrixrectangular' : 'datamatrix',
    text,
    parse: true,
    parsefnc: true,
    binarytext: true,
  });
}
