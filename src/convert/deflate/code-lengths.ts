/**
 * Bits of the Huffman codes of symbols, by how often each occurs; 0 for those that do not. If a code would be longer
 * than allowed, all are computed again from halved counts, which makes them slightly longer than necessary.
 */
export function codeLengths(counts: Uint32Array, bitsMax: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used = Array.from(counts.keys()).filter((symbol) => (counts[symbol] as number) > 0);
  if (used.length <= 1) {
    // A code has a bit at least.
    for (const symbol of used) lengths[symbol] = 1;
    return lengths;
  }
  for (let halvings = 0; ; halvings++) {
    const weights = used.map((symbol) => ((counts[symbol] as number) >> halvings) | 1);
    const depths = depthsOf(halvings === 0 ? used.map((symbol) => counts[symbol] as number) : weights);
    if (Math.max(...depths) > bitsMax) continue;
    for (const [index, symbol] of used.entries()) lengths[symbol] = depths[index] as number;
    return lengths;
  }
}

/** The depths of the leaves of these weights, two or more, in the tree of Huffman's algorithm. */
function depthsOf(weights: readonly number[]): readonly number[] {
  const leaves = weights.length;
  const order = Array.from(weights.keys()).toSorted(
    (a, b) => (weights[a] as number) - (weights[b] as number),
  );
  const sums = new Float64Array(leaves - 1);
  const parents = new Int32Array(2 * leaves - 1);
  // Leaves and sums both come in order: the lightest is the first of one of them.
  let leaf = 0;
  let sum = 0;
  for (let made = 0; made < leaves - 1; made++) {
    for (let side = 0; side < 2; side++) {
      const lightest = weights[order[leaf] ?? -1] ?? Number.POSITIVE_INFINITY;
      const isLeaf = sum === made || lightest <= (sums[sum] as number);
      sums[made]! += isLeaf ? lightest : (sums[sum] as number);
      parents[isLeaf ? (order[leaf++] as number) : leaves + sum++] = leaves + made;
    }
  }
  const depths = new Int32Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) {
    depths[node] = (depths[parents[node] as number] as number) + 1;
  }
  return Array.from(depths.subarray(0, leaves));
}
