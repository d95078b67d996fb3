/** Two wide elements (2) among five, for the digits 0–9. */
const PATTERNS = '11221 21112 12112 22111 11212 21211 12211 11122 21121 12121'
  .split(' ')
  .map((widths) => Array.from(widths, Number));

function pattern(digit: string): readonly number[] {
  return PATTERNS[Number(digit)] as readonly number[];
}

/** Narrow (1) and wide (2) elements of an even number of digits, pairs woven into bars and spaces. */
export function interleavedElements(digits: string): number[] {
  const elements = [1, 1, 1, 1];
  for (let i = 0; i + 1 < digits.length; i += 2) {
    const bars = pattern(digits[i] as string);
    const spaces = pattern(digits[i + 1] as string);
    for (let k = 0; k < 5; k++) elements.push(bars[k] as number, spaces[k] as number);
  }
  elements.push(2, 1, 1);
  return elements;
}

/** Industrial 2 of 5: the bars carry the digits, every space is narrow. */
export function industrialElements(digits: string): number[] {
  return barsOnly(digits, [2, 1, 2, 1, 1, 1], [2, 1, 1, 1, 2]);
}

/** Standard 2 of 5 as Zebra prints it, elsewhere called IATA 2 of 5. */
export function standardElements(digits: string): number[] {
  return barsOnly(digits, [1, 1, 1, 1], [2, 1, 1]);
}

function barsOnly(digits: string, start: readonly number[], stop: readonly number[]): number[] {
  const elements = [...start];
  for (const digit of digits) for (const bar of pattern(digit)) elements.push(bar, 1);
  elements.push(...stop);
  return elements;
}
