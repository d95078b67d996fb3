/** Seconds of each unit, and how it is called in full and in short. */
const UNITS = [
  [86_400, 'day', 'd'],
  [3600, 'hour', 'h'],
  [60, 'minute', 'min'],
  [1, 'second', 's'],
] as const;

/**
 * A time as people say it, to the second largest of its units: `13 days 21 hours`, or `13 d 21 h` in short.
 *
 * @param seconds not negative; a part of a second is rounded up, so that what is left never seems to be nothing
 */
export function durationText(seconds: number, style: 'full' | 'short' = 'full'): string {
  const whole = Math.ceil(seconds);
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return style === 'full' ? '0 seconds' : '0 s';
  // Rounded first, so that no unit is said to be full: 60 minutes are an hour.
  const smallest = UNITS[Math.min(first + 1, UNITS.length - 1)]?.[0] ?? 1;
  let left = Math.round(whole / smallest) * smallest;
  const said: string[] = [];
  for (const [size, name, symbol] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0)
      said.push(style === 'short' ? `${count} ${symbol}` : `${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return said.join(' ');
}
