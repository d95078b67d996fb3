import { AZTEC_MOST, type AztecSize, encodeAztec } from '../symbology/aztec/encode-aztec.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { type BarcodeField, defaultMagnification, refused, type Symbology } from './field.ts';

/** Parameter d, which is a minimum of error correction, a fixed size, or a rune. */
function sizeOf({ options: { size: d } }: BarcodeField<'^B0' | '^BO'>): AztecSize | 'rune' {
  if (d === 300) return 'rune';
  if (d >= 101 && d <= 104) return { kind: 'layers', compact: true, layers: d - 100 };
  if (d >= 201 && d <= 232) return { kind: 'layers', compact: false, layers: d - 200 };
  return d >= 1 && d <= 99 ? { kind: 'percent', percent: d } : { kind: 'standard' };
}

export const aztec: Symbology<'^B0' | '^BO'> = {
  cost: [580, 4],
  symbology: () => 'azteccode',
  encode(field) {
    if (field.data === '') return refused('azteccode', 'S', 'Aztec needs at least one character');
    const size = sizeOf(field);
    const { menu, magnification = defaultMagnification(field) } = field.options;
    const grid = encodeAztec(field.data, size === 'rune' ? { kind: 'rune' } : size, { readerInit: menu });
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
      symbol: matrixSymbol(grid, magnification),
      line: null,
    };
  },
  check: () => null,
};
