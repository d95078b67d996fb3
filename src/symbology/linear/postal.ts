/** Tall (1) and short (0) bars of the digits 0–9 in POSTNET; PLANET swaps them. */
const DIGITS = ['11000', '00011', '00101', '00110', '01001', '01010', '01100', '10001', '10010', '10100'];

/** The digit that brings the sum of all to a multiple of ten. */
export function postalCheckDigit(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum += Number(digit);
  return String((10 - (sum % 10)) % 10);
}

/** Heights of the bars between two tall frame bars: true is tall. The check digit is part of `digits`. */
export function postalBars(digits: string, system: 'postnet' | 'planet'): boolean[] {
  const tall = system === 'postnet' ? '1' : '0';
  const bars = [true];
  for (const digit of digits) for (const bar of DIGITS[Number(digit)] as string) bars.push(bar === tall);
  bars.push(true);
  return bars;
}
