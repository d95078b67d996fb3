/** Fields of a date and time format, as the API writes them; the longer of two that begin alike comes first. */
const CLOCK_FIELDS = ['YYYY', 'YY', 'MM', 'DD', 'HH', 'mm', 'ss'] as const;

export type ClockField = (typeof CLOCK_FIELDS)[number];

const ANY_FIELD = new RegExp(`(${CLOCK_FIELDS.join('|')})`);

/** A format as fields and the literal text between them, in order; literal text is at even indexes. */
export function splitClockFormat(format: string): readonly string[] {
  return format.split(ANY_FIELD);
}

/** Puts the texts of fields into a format; the rest of it is literal. */
export function fillClockFormat(format: string, textOf: (field: ClockField) => string): string {
  return splitClockFormat(format)
    .map((piece, index) => (index % 2 === 0 ? piece : textOf(piece as ClockField)))
    .join('');
}
