/**
 * The exact two-sided Mann–Whitney test: how probable it is that ranks as uneven as these, or more so, come about when
 * both sides are drawn from the same source. It asks nothing of how the samples are distributed. 1 when a side is
 * empty.
 */
export function rankTest(left: readonly number[], right: readonly number[]): number {
  const all = [...left, ...right];
  const ranks = all.map((value) => doubledRank(value, all));
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const expected = (total * left.length) / all.length;
  const found = ranks.slice(0, left.length).reduce((sum, rank) => sum + rank, 0);
  let asUneven = 0;
  let ways = 0;
  for (const [sum, count] of sumsOf(ranks, left.length)) {
    ways += count;
    if (Math.abs(sum - expected) >= Math.abs(found - expected)) asUneven += count;
  }
  return asUneven / ways;
}

/** Twice the rank from 1, so that the mean rank of equal values is whole. */
function doubledRank(value: number, all: readonly number[]): number {
  const less = all.filter((other) => other < value).length;
  const equal = all.filter((other) => other === value).length;
  return 2 * less + equal + 1;
}

/** In how many ways `size` of the ranks have each sum. */
function sumsOf(ranks: readonly number[], size: number): ReadonlyMap<number, number> {
  const ways = Array.from({ length: size + 1 }, () => new Map<number, number>());
  ways[0]?.set(0, 1);
  for (const rank of ranks) {
    for (let chosen = size; chosen > 0; chosen--) {
      for (const [sum, count] of ways[chosen - 1] ?? []) {
        ways[chosen]?.set(sum + rank, (ways[chosen]?.get(sum + rank) ?? 0) + count);
      }
    }
  }
  return ways[size] ?? new Map();
}
