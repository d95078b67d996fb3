import type { Rule } from '../rule.ts';

/** Placeholders, values and transforms. */
export const PLACEHOLDER_RULES = {
  'placeholder-not-closed': {
    severity: 'warning',
    title: 'A brace has no other half',
    wrong: 'Only `{name}` is a placeholder; half of one is printed as it stands.',
    example: '^XA^FO50,50^A0N,30^FDFor «{name»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDFor {name}^FS^XZ',
    instead: 'write {name}',
  },
  'placeholder-misspelled': {
    severity: 'warning',
    title: 'A placeholder is spelled otherwise than its like',
    wrong:
      'A name that stands in one place only, and differs from another by a letter or by how its words are joined, mostly has no value.',
    example:
      '^XA^FO50,50^A0N,30^FD{tracking}^FS^FO50,90^A0N,30^FD«{traking}»^FS^FO50,130^A0N,30^FD{tracking}^FS^XZ',
    mended:
      '^XA^FO50,50^A0N,30^FD{tracking}^FS^FO50,90^A0N,30^FD{tracking}^FS^FO50,130^A0N,30^FD{tracking}^FS^XZ',
    instead: 'spell it as everywhere else',
  },
  'placeholder-outside-data': {
    severity: 'error',
    title: 'A placeholder stands in a parameter',
    wrong: 'Values are inserted into field data only; a printer reads the braces as they stand.',
    example: '^XA^FO«{x}»,50^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FD{x}^FS^XZ',
    instead: 'write a number',
  },
  'placeholder-with-format': {
    severity: 'warning',
    title: 'A variable cannot have a format',
    wrong: 'Only `{DATE:…}`, `{TIME:…}`, `{DATETIME:…}` and `{COUNTER:…}` take something behind a colon.',
    example: '^XA^FO50,50^A0N,30^FD«{due:DD.MM.YYYY}»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FD{due}^FS^XZ',
    instead: 'save a date transform for the variable, or send it as it is to be printed',
  },
  'date-format-unknown': {
    severity: 'warning',
    title: 'A date format has letters that are no field',
    wrong: 'Fields are YYYY, YY, MM, DD, HH, mm and ss; all else is printed as it stands.',
    example: '^XA^FO50,50^A0N,30^FD{DATE:DD.MM.«yyyy»}^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FD{DATE:DD.MM.YYYY}^FS^XZ',
    instead: 'write YYYY, YY, MM, DD, HH, mm or ss',
  },
  'date-format-swapped': {
    severity: 'warning',
    title: 'Months and minutes are taken for one another',
    wrong: 'MM is the month and mm the minute, in `{DATE:…}`, `{TIME:…}` and `{DATETIME:…}` alike.',
    example: '^XA^FO50,50^A0N,30^FD{TIME:HH:«MM»}^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FD{TIME:HH:mm}^FS^XZ',
    instead: 'write MM for months, and mm for minutes',
  },
  'value-missing': {
    severity: 'warning',
    title: 'A placeholder has no value',
    wrong:
      'Of the values that were given none is for it: it is printed as it stands, and no barcode is made of it.',
    // It takes values to be found.
    example: null,
    mended: null,
    instead: 'give it a value',
  },
  'value-unused': {
    severity: 'info',
    title: 'A value has no placeholder',
    wrong: 'The label shows no variable of that name.',
    example: null,
    mended: null,
    instead: 'leave it out, or put {name} into the label',
  },
  'value-not-writable': {
    severity: 'error',
    title: 'A value cannot be inserted',
    wrong: 'A request with this value fails.',
    example: null,
    mended: null,
    instead: 'send a value that the field can print',
  },
  'transform-failed': {
    severity: 'error',
    title: 'A transform fails',
    wrong: 'Transforms that are malformed, or that refuse a value, make requests fail.',
    example: null,
    mended: null,
    instead: 'mend the transform, or send another value',
  },
} as const satisfies Readonly<Record<string, Rule>>;
