import type { MatrixSymbol } from './symbol.ts';

/** Modules of a two-dimensional symbol without quiet zone: 1 is black, one byte a module, row by row. */
export interface ModuleMatrix {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** The symbol of modules that are `moduleWidth` by `moduleHeight` dots large. */
export function matrixSymbol(
  modules: ModuleMatrix,
  moduleWidth: number,
  moduleHeight: number = moduleWidth,
): MatrixSymbol {
  return { kind: 'matrix', ...modules, moduleWidth, moduleHeight };
}
