/**
 * The units of a text in reading order: characters, or clusters that a typeface has made of them, which it draws and
 * measures like characters.
 */
export interface TextUnits {
  readonly units: readonly string[];
  /** The number of code units of the text in each unit; null if each is a character. */
  readonly lengths: readonly number[] | null;
  /** Embedding levels of the Unicode bidirectional algorithm; null when all are 0, from left to right. */
  readonly levels: Uint8Array | null;
}

/** Text as its characters. */
export function plainUnits(text: string): TextUnits {
  return { units: Array.from(text), lengths: null, levels: null };
}

/**
 * The units from `start` to `end` (exclusive), as they stand from left to right (Unicode Standard Annex 9, rule L2):
 * from the highest level down to the lowest odd one, stretches of that level or higher are reversed.
 */
export function visualOrder({ levels }: TextUnits, start: number, end: number): readonly number[] {
  const order: number[] = [];
  for (let index = start; index < end; index++) order.push(index);
  if (levels === null) return order;
  const levelAt = (index: number): number => levels[index] as number;
  let highest = 0;
  for (const index of order) highest = Math.max(highest, levelAt(index));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      if (levelAt(order[from] as number) < level) continue;
      let to = from;
      while (to < order.length && levelAt(order[to] as number) >= level) to++;
      for (let [a, b] = [from, to - 1]; a < b; a++, b--) {
        [order[a], order[b]] = [order[b] as number, order[a] as number];
      }
      from = to;
    }
  }
  return order;
}
