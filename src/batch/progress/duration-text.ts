/** Seconds of each unit, with its full and its short name. */
const UNITS = [
  [86_400, 'day', 'd'],
  [3600, 'hour', 'h'],
  [60, 'minute', 'min'],
  [1, 'second', 's'],
] as const;

/**
 * A duration in words, to the second largest of its units: `13 days 21 hours`, or `13 d 21 h` in short.
 *
 * @param seconds not negative; a part of a second is rounded up, so that remaining time is never shown as 0
 */
export function durationText(seconds: number, style: 'full' | 'short' = 'full'): string {
  const whole = Math.ceil(seconds);
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return style === 'full' ? '0 seconds' : '0 s';
  // Rounded first, so that no unit is full: 60 minutes become an hour.
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
