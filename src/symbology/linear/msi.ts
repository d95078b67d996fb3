/** Narrow (1) and wide (2) elements: each digit is four bits, a 1 being a wide bar. */
export function msiElements(digits: string): number[] {
  const elements = [2, 1];
  for (const digit of digits) {
    for (let bit = 3; bit >= 0; bit--) {
      if ((Number(digit) >> bit) & 1) elements.push(2, 1);
      else elements.push(1, 2);
    }
  }
  elements.push(1, 2, 1);
  return elements;
}

export type MsiCheck = 'A' | 'B' | 'C' | 'D';

/** The check digits of `^BM`'s parameter e: none, modulo 10, twice modulo 10, modulo 11 then 10. */
export function msiChecks(digits: string, check: MsiCheck): string {
  if (check === 'A') return '';
  // A check of 10 is sent as 0.
  const first = check === 'D' ? String(mod11(digits) % 10) : mod10(digits);
  return check === 'B' ? first : first + mod10(digits + first);
}

/** Luhn's sum: every other digit from the right doubled, its own digits added. */
function mod10(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 0 ? ((digit * 2) % 10) + (digit >= 5 ? 1 : 0) : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The modulo 11 check, 0 to 10: IBM's weights, 2 to 7 in turn from the right. */
export function mod11(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++)
    sum += (digits.charCodeAt(digits.length - 1 - i) - 48) * ((i % 6) + 2);
  return (11 - (sum % 11)) % 11;
}
