/** Bytes of field data that a barcode reads together as a code, not as characters. */
export interface ControlSequence {
  readonly start: number;
  /** After its last byte. */
  readonly end: number;
  /** Whether one value may hold the whole sequence, which means a character, or is a header. */
  readonly fitsValue: boolean;
}

/** Every match of a pattern. */
export function matches(
  data: string,
  pattern: RegExp,
  fitsValue: (found: string) => boolean = () => false,
): readonly ControlSequence[] {
  return Array.from(data.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    fitsValue: fitsValue(found),
  }));
}
