import type { PaintMode } from '../../bitmap/bitmap.ts';
import type { RuleName } from '../../printer-profile/profile-rules.ts';
import type { Origin } from '../../zpl/label.ts';

/**
 * The top left of a graphic, which is never rotated. `^FT` places its bottom left, or the dots of its last row (printer
 * evidence 65).
 */
export function cornerOfShape(
  origin: Origin,
  width: number,
  height: number,
  rules: ReadonlySet<RuleName>,
): { readonly x: number; readonly y: number } {
  return {
    x: origin.justify === 1 ? origin.x - width : origin.x,
    y: origin.command === '^FT' ? origin.y - height + (rules.has('lastRowBaseline') ? 1 : 0) : origin.y,
  };
}

/** White shapes erase; reversed ones invert whatever their colour, so they are drawn black. */
export function paintModeOf(element: { readonly white: boolean; readonly reverse: boolean }): PaintMode {
  return element.white && !element.reverse ? 'white' : 'black';
}
