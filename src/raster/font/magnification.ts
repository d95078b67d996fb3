/**
 * Whole magnifications of a bitmap font, vertical then horizontal, 1 to 10. A size that is not given (0)
 * follows the other one.
 */
export function magnifications(
  height: number,
  width: number,
  cellHeight: number,
  cellWidth: number,
): readonly [y: number, x: number] {
  const clamp = (ratio: number): number => Math.min(10, Math.max(1, Math.round(ratio)));
  const y = clamp((height || (width / cellWidth) * cellHeight) / cellHeight);
  return [y, width > 0 ? clamp(width / cellWidth) : y];
}
