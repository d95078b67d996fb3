/** Fields of a date and time format, as the API writes them. */
export type ClockField = 'YYYY' | 'YY' | 'MM' | 'DD' | 'HH' | 'mm' | 'ss';

const CLOCK_FIELDS = /(YYYY|YY|MM|DD|HH|mm|ss)/;

/** A format as fields and the literal text between them, in order; literal text stands at even indexes. */
export function splitClockFormat(format: string): readonly string[] {
  return format.split(CLOCK_FIELDS);
}

/** Puts the texts of fields into a format; everything else in it is literal. */
export function fillClockFormat(format: string, textOf: (field: ClockField) => string): string {
  return splitClockFormat(format)
    .map((piece, index) => (index % 2 === 0 ? piece : textOf(piece as ClockField)))
    .join('');
}
