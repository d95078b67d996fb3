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
  'parameter-not-allowed': {
    severity: 'error',
    title: 'A parameter is none of the allowed letters',
    wrong: 'A printer takes the default for a letter that it does not know.',
    example: '^XA^FO50,50^A0«X»,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'write one of the allowed letters',
  },
} as const satisfies Readonly<Record<string, Rule>>;
