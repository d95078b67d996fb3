/** Masks for which the remaining penalty is computed. */
const SHORTLIST = 3;

/**
 * The symbol whose mask a printer takes (printer evidence 36): of the three with the fewest blocks of 2 × 2 cells
 * alike, the one with the lowest penalty. `candidates` are one symbol under the masks 0–7, its format bits drawn;
 * equals keep that order. The penalties are those of ISO/IEC 18004:2000, 8.8.2, but for the arithmetic.
 */
export function bestOfPrinter(candidates: readonly Uint8Array[], size: number): Uint8Array {
  const ranked = candidates
    .map((cells) => ({ cells, blocks: blockPenalty(cells, size) }))
    .toSorted((a, b) => a.blocks - b.blocks)
    .slice(0, SHORTLIST)
    .map(({ cells, blocks }) => ({ cells, score: blocks + linePenalty(cells, size) }));
  return ranked.reduce((best, other) => (other.score < best.score ? other : best)).cells;
}

function blockPenalty(cells: Uint8Array, size: number): number {
  let count = 0;
  for (let y = 0; y < size - 1; y++) {
    for (let at = y * size; at < (y + 1) * size - 1; at++) {
      const cell = cells[at];
      if (cell === cells[at + 1] && cell === cells[at + size] && cell === cells[at + size + 1]) count++;
    }
  }
  return count * 3;
}

function linePenalty(cells: Uint8Array, size: number): number {
  let penalty = 0;
  let black = 0;
  for (let line = 0; line < size; line++) {
    const row = runsOf(cells, line * size, 1, size);
    const column = runsOf(cells, line, size, size);
    penalty += runPenalty(row) + finderPenalty(row) + runPenalty(column) + finderPenalty(column);
    // A black run that ends at the right edge is not counted.
    const counted = row.length % 2 === 0 ? row.length - 1 : row.length;
    for (let i = 1; i < counted; i += 2) black += row[i] as number;
  }
  const percent = Math.floor(black / Math.floor((size * size) / 100));
  return penalty + Math.floor(Math.abs(percent - 50) / 5) * 10;
}

/** Runs of light and dark cells in turn, the first light and perhaps empty. */
function runsOf(cells: Uint8Array, from: number, step: number, size: number): number[] {
  const runs = [0];
  for (let i = 0, at = from; i < size; i++, at += step) {
    if (cells[at] === runs.length % 2) runs.push(1);
    else runs[runs.length - 1] = (runs.at(-1) as number) + 1;
  }
  return runs;
}

function runPenalty(runs: readonly number[]): number {
  let penalty = 0;
  for (const run of runs) if (run >= 5) penalty += run - 2;
  return penalty;
}

/** 40 for each 1:1:3:1:1 of any width with four times as much light on a side; outside all is light. */
function finderPenalty(runs: readonly number[]): number {
  const last = runs.length % 2 === 0 ? runs.length : runs.length - 1;
  let count = 0;
  for (let i = 1; i + 5 <= last; i += 2) {
    const unit = runs[i] as number;
    if (runs[i + 1] !== unit || runs[i + 2] !== 3 * unit || runs[i + 3] !== unit || runs[i + 4] !== unit)
      continue;
    const isLightBefore = i === 1 || (runs[i - 1] as number) >= 4 * unit;
    const isLightAfter = i + 5 === last || (runs[i + 5] as number) >= 4 * unit;
    if (isLightBefore || isLightAfter) count++;
  }
  return count * 40;
}
