import type { Box } from '../../bitmap/box.ts';
import type { BarcodeCommand } from '../../zpl/barcode-options.ts';
import type { Element } from '../../zpl/label.ts';
import type { PlacedSymbol } from './layout.ts';

/** The white that a symbol needs around it. */
export interface Zone {
  /** The symbol with it. */
  readonly around: Box;
  readonly modules: number;
}

/** Modules of white that the standards of these symbologies require on all sides. */
const ALL_AROUND: Partial<Record<BarcodeCommand, number>> = {
  '^BQ': 4,
  '^BX': 1,
  '^B7': 2,
  '^BF': 1,
};

/** Symbologies without a quiet zone in modules: DataBar, Aztec, MaxiCode and postal codes. */
const NONE: ReadonlySet<BarcodeCommand> = new Set(['^B0', '^BO', '^BR', '^BD', '^BZ', '^B5']);

/** White before and after the bars of other symbologies. EAN and UPC have digits there, which belong to them. */
const NEXT_TO_BARS: Partial<Record<BarcodeCommand, number>> = {
  '^BE': 7,
  '^B8': 7,
  '^BU': 9,
  '^B9': 7,
  '^BS': 5,
};
const NEXT_TO_OTHER_BARS = 10;

/** The quiet zone of a symbol in its orientation. */
export function quietZone(element: Element, { box, drawn: { symbol } }: PlacedSymbol): Zone {
  if (element.kind !== 'barcode' || NONE.has(element.command)) return { around: box, modules: 0 };
  const { command, orientation } = element;
  const dots = narrowDots(symbol);
  const all = ALL_AROUND[command];
  const modules = all ?? NEXT_TO_BARS[command] ?? NEXT_TO_OTHER_BARS;
  const reach = modules * dots;
  const upright = orientation === 'N' || orientation === 'I';
  const across = all !== undefined || upright ? reach : 0;
  const down = all !== undefined || !upright ? reach : 0;
  const around = {
    left: box.left - across,
    top: box.top - down,
    right: box.right + across,
    bottom: box.bottom + down,
  };
  return { around, modules };
}

/** The narrowest element of a symbol in dots; 0 for one that has none. */
export function narrowDots(symbol: PlacedSymbol['drawn']['symbol']): number {
  switch (symbol.kind) {
    case 'linear':
      return Math.min(...symbol.widths);
    case 'matrix':
      return symbol.moduleWidth;
    case 'dots':
      return 0;
  }
}
