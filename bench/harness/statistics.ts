/** The least disturbed sample: whatever else the machine does only ever adds. */
export function fastest(samples: readonly number[]): number {
  return samples.length === 0 ? Number.NaN : Math.min(...samples);
}

/** The middle sample. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Bounds of the middle half of the samples; with fewer than five, bounds of all samples. */
export function quartiles(samples: readonly number[]): readonly [number, number] {
  const sorted = samples.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return [sorted[Math.floor(last / 4)] ?? Number.NaN, sorted[Math.ceil((3 * last) / 4)] ?? Number.NaN];
}
