/** Bytes of field data that a barcode reads together as something else than the characters that they are. */
export interface ControlSequence {
  readonly start: number;
  /** After its last byte. */
  readonly end: number;
  /** It stands for a character, or is a header that a value may bring whole: one value may hold all of it. */
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
