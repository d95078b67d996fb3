/** A number for people: three digits that count, or all of its whole ones. */
export function significant(number: number): string {
  return String(Math.abs(number) >= 100 ? Math.round(number) : Number(number.toPrecision(3)));
}

/** A share as percent. */
export function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
}

/** To the microsecond, if it is a number of milliseconds. */
export function rounded<N extends number | null>(number: N): N {
  return (number === null ? null : Math.round(number * 1000) / 1000) as N;
}
