import type { ModuleMatrix } from '../module-matrix.ts';
import type { MatrixSymbol } from '../symbol.ts';

/** Rows that carry data are `height` dots tall; the separators before, between and after them one module. */
export function withSeparators(
  grid: ModuleMatrix,
  height: number,
  module: number,
  cellWidth: number = module,
): MatrixSymbol {
  const rowHeights = Array.from({ length: grid.rows }, (_, row) => (row % 2 === 0 ? module : height));
  return { kind: 'matrix', ...grid, moduleWidth: cellWidth, moduleHeight: height, rowHeights };
}
