import type { Rule } from '../rule.ts';

/** Parameters that are not what their command takes. */
export const PARAMETER_RULES = {
  'parameter-not-a-number': {
    severity: 'error',
    title: 'A parameter should be a number',
    wrong: 'A printer takes the default for what it cannot read, mostly 0.',
    example: '^XA^FO«abc»,50^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'write a number',
  },
  'parameter-out-of-range': {
    severity: 'error',
    title: 'A parameter is out of bounds',
    wrong: 'Printers take the nearest bound, or pass over the whole command.',
    example: '^XA^BY«22»^FO50,50^BCN,80^FD12345^FS^XZ',
    mended: '^XA^BY2^FO50,50^BCN,80^FD12345^FS^XZ',
    instead: 'write a number within the bounds',
  },
  'parameter-misplaced': {
    severity: 'warning',
    title: 'A letter stands where a number belongs',
    wrong:
      'It is one of the letters of the next parameter: a comma is missing, and the default holds for both.',
    example: '^XA^FO50,50^BY2,3,10^B7N,4,5,4,«N»^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^BY2,3,10^B7N,4,5,4,,N^FDPrice^FS^XZ',
    instead: 'add the comma of the parameter that is left out',
  },
  'parameter-zero': {
    severity: 'info',
    title: 'A parameter is 0 where 1 is the least',
    wrong: 'Printers take the least that is allowed.',
    example: '^XA^FO50,50^A0N,30^FB400,«0»^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FB400,1^FDPrice^FS^XZ',
    instead: 'write 1',
  },
  'parameter-sign': {
    severity: 'warning',
    title: 'A place is negative',
    wrong: 'Printers do not heed the sign; what is to stand beyond the edge stands on the label.',
    example: '^XA^FO50,«-50»^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'write a place on the label',
  },
  'parameter-untidy': {
    severity: 'warning',
    title: 'A number has other characters beside it',
    wrong: 'Printers differ in what they read of it; text between fields is often at fault.',
    example: '^XA^FO50,«50 Price:»^A0N,30^FDEUR^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice: EUR^FS^XZ',
    instead: 'write the number alone',
  },
  'parameter-surplus': {
    severity: 'warning',
    title: 'A command has more parameters than it takes',
    wrong: 'Printers pass over the others. Often a comma stands for a point.',
    example: '^XA^FO50,50,0,«7»^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50,0^A0N,30^FDPrice^FS^XZ',
    instead: 'leave it out',
  },
  'box-thicker-than-large': {
    severity: 'warning',
    title: 'The line of a box is thicker than the box is large',
    wrong: 'Both sides become as long as the line is thick, so that a square is printed.',
    example: '^XA^FO50,50«^GB»5,3,9^FS^XZ',
    mended: '^XA^FO50,50^GB50,30,9^FS^XZ',
    instead: 'make the box larger or its line thinner; a line has 0 for one of its sides',
  },
  'parameter-not-allowed': {
    severity: 'error',
    title: 'A parameter is none of the allowed letters',
    wrong: 'A printer takes the default for a letter that it does not know.',
    example: '^XA^FO50,50^A0«X»,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'write one of the allowed letters',
  },
} as const satisfies Readonly<Record<string, Rule>>;
