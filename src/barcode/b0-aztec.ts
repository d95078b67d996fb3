import { AZTEC_MOST, type AztecSize, encodeAztec } from '../symbology/aztec/encode-aztec.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { defaultMagnification } from './bq-qr-code.ts';
import { flag, type NativeField, type NativeSymbology, refused, whole } from './field.ts';

/** Parameter d: a minimum of error correction, a fixed size, or a rune. */
function sizeOf(field: NativeField): AztecSize | 'rune' {
  const d = whole(field, 3, 0, 0, 300);
  if (d === 300) return 'rune';
  if (d >= 101 && d <= 104) return { kind: 'layers', compact: true, layers: d - 100 };
  if (d >= 201 && d <= 232) return { kind: 'layers', compact: false, layers: d - 200 };
  return d >= 1 && d <= 99 ? { kind: 'percent', percent: d } : { kind: 'standard' };
}

export const aztec: NativeSymbology = {
  symbology: () => 'azteccode',
  encode(field) {
    if (field.data === '') return refused('azteccode', 'S', 'Aztec needs at least one character');
    const size = sizeOf(field);
    const readerInit = flag(field, 4, false);
    const grid = encodeAztec(field.data, size === 'rune' ? { kind: 'rune' } : size, { readerInit });
    if (grid === null) {
      return size === 'rune'
        ? refused('azteccode', 'C', 'an Aztec rune takes one number from 0 to 255')
        : refused(
            'azteccode',
            'L',
            `an Aztec code takes at most ${AZTEC_MOST}; of a size that is asked for, less`,
          );
    }
    return {
      ok: true,
      symbology: 'azteccode',
      symbol: matrixSymbol(grid, whole(field, 1, defaultMagnification(field), 1, 10)),
      line: null,
    };
  },
  check: () => null,
};
