import type { Rule } from '../rule.ts';

/** How fields are put together. */
export const FIELD_RULES = {
  'field-not-closed': {
    severity: 'error',
    title: 'A field is not ended before the next one',
    wrong: 'Without `^FS` the next field takes its place: its data is never printed.',
    example: '^XA^FO50,50^A0N,30«^FD»One\n^FO50,90^A0N,30^FDTwo^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDOne^FS\n^FO50,90^A0N,30^FDTwo^FS^XZ',
    instead: 'end the field with ^FS',
  },
  'field-closed-by-label': {
    severity: 'warning',
    title: 'The last field is not ended',
    wrong: 'It is printed all the same, until another field is added behind it.',
    example: '^XA^FO50,50^A0N,30«^FD»Price^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'end the field with ^FS',
  },
  'field-without-place': {
    severity: 'warning',
    title: 'A field has no place',
    wrong: 'Without `^FO` or `^FT` it is printed at the label home, which is the upper left corner.',
    example: '^XA^A0N,30«^FD»Price^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'begin the field with ^FO or ^FT',
  },
  'field-number-empty': {
    severity: 'warning',
    title: 'Nothing fills a numbered field',
    wrong: 'A field with `^FN` prints what another field gives that number; of this one nothing is printed.',
    example: '^XA^FO50,50^A0N,30«^FN»2^FS\n^FN3^FDPrice^FS^FO50,90^A0N,30^FN3^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FN3^FS\n^FN3^FDPrice^FS^XZ',
    instead: 'give the number a value with ^FN and ^FD, or write the data into the field',
  },
  'field-number-unused': {
    severity: 'warning',
    title: 'No field shows the value of a number',
    wrong: 'A value that `^FN` and `^FD` give is printed only where the label has a field of that number.',
    example: '^XA^FO50,50^A0N,30^FN1^FS^FN1^FDPrice^FS^FN«2»^FDEUR^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FN1^FS^FO50,90^A0N,30^FN2^FS^FN1^FDPrice^FS^FN2^FDEUR^FS^XZ',
    instead: 'give it the number of a field, or leave it out',
  },
  'escapes-after-data': {
    severity: 'error',
    title: '^FH stands after the data',
    wrong: '`^FH` decodes the data that follows it; data before it is printed with its escapes.',
    example: '^XA^FO50,50^A0N,30^FDPrice_3A«^FH»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FH^FDPrice_3A^FS^XZ',
    instead: 'put ^FH before ^FD',
  },
  'escapes-not-decoded': {
    severity: 'warning',
    title: 'Escapes stand in data without `^FH`',
    wrong: 'Without `^FH` an escape such as `_1D` is printed as it stands.',
    example: '^XA^FO50,50^A0N,30^FDPrice«_C2»_A0EUR^FS^XZ',
    mended: '^XA^CI28^FO50,50^A0N,30^FH^FDPrice_C2_A0EUR^FS^XZ',
    instead: 'put ^FH before ^FD',
  },
  'escape-incomplete': {
    severity: 'warning',
    title: 'An escape of `^FH` is no escape',
    wrong:
      'The indicator and two hexadecimal digits are one byte; an indicator before anything else is printed.',
    example: '^XA^FO50,50^A0N,30^FH^FDPrice«_G1»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FH^FDPrice_5FG1^FS^XZ',
    instead: 'write two hexadecimal digits',
  },
  'data-too-long': {
    severity: 'error',
    title: 'Field data is too long',
    wrong: 'Printers take up to 3072 bytes of data in a field.',
    // Three thousand bytes are too long to read.
    example: null,
    mended: null,
    instead: 'divide it into several fields',
  },
} as const satisfies Readonly<Record<string, Rule>>;
