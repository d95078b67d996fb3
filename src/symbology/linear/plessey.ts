/** x⁸+x⁷+x⁶+x⁵+x³+1, most significant bit first. */
const DIVISOR = [1, 1, 1, 1, 0, 1, 0, 0, 1];

/** The data's bits, each hexadecimal digit least significant bit first, and the eight bits of the CRC. */
function bitsWithCheck(digits: string): number[] {
  const bits: number[] = [];
  for (const digit of digits) {
    const value = Number.parseInt(digit, 16);
    for (let bit = 0; bit < 4; bit++) bits.push((value >> bit) & 1);
  }
  const remainder = [...bits, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < bits.length; i++) {
    if (remainder[i] === 1)
      for (let k = 0; k < 9; k++) remainder[i + k] = (remainder[i + k] as number) ^ (DIVISOR[k] as number);
  }
  return [...bits, ...remainder.slice(-8)];
}

/** The check as two hexadecimal digits, as the interpretation line shows it. */
export function plesseyCheck(digits: string): string {
  const check = bitsWithCheck(digits).slice(-8);
  const digit = (from: number) => check.slice(from, from + 4).reduce((sum, bit, i) => sum + (bit << i), 0);
  return (digit(0).toString(16) + digit(4).toString(16)).toUpperCase();
}

/** Narrow (1) and wide (2) elements, and the terminator (3): a 1 is a wide bar, a 0 a narrow one. */
export function plesseyElements(digits: string): number[] {
  const elements: number[] = [2, 1, 2, 1, 1, 2, 2, 1];
  for (const bit of bitsWithCheck(digits)) elements.push(...(bit === 1 ? [2, 1] : [1, 2]));
  elements.push(3, 2, 1, 2, 1, 1, 2, 1, 2);
  return elements;
}
