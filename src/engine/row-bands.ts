/** Rows of an image, from `top` up to but not with `bottom`. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Bands begin at multiples of this many rows, so that letters that reach a little further than those before them
 * seldom reach the next band.
 */
const GRID = 8;

/** Cuts an image in bands, such that each of these stretches of rows fills whole bands with little to spare. */
export function bandsAround(stretches: readonly Rows[], height: number): Rows[] {
  const edges = new Set([0, height]);
  for (const { top, bottom } of stretches) {
    edges.add(Math.max(0, Math.floor(top / GRID) * GRID));
    edges.add(Math.min(height, Math.ceil(bottom / GRID) * GRID));
  }
  const cuts = [...edges].toSorted((a, b) => a - b);
  return cuts.slice(1).map((bottom, i) => ({ top: cuts[i] as number, bottom }));
}

/** Whether two stretches have a row in common. */
export function overlap(a: Rows, b: Rows): boolean {
  return a.top < b.bottom && b.top < a.bottom;
}
