import { gs1CheckDigit } from '../../symbology/linear/ean.ts';
import type { BarcodeElement } from '../../zpl/label.ts';
import type { Findings, LaidOutLabel, RuleFamily } from '../rule-family.ts';

/** GS1 data in a symbol that is not marked as GS1. */
export const GS1 = {
  rules: {
    'gs1-without-fnc1': {
      severity: 'warning',
      title: 'GS1 data has no FNC1',
      wrong:
        'Without FNC1 in its first position a symbol is not read as GS1, and parentheses are read literally. The rule checks data that has identifiers in parentheses, or is a shipping code or an item number with its identifier and the right check digit.',
      example: '^XA^FO50,50^BY2^BCN,80,Y,N,N,N^FD«(01)09501101530003»^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BCN,80,Y,N,N,D^FD(01)09501101530003^FS^XZ',
      instead: 'use mode D of ^BC, or write >;>8 and no parentheses; in ^BX write _1 with _ as its escape',
    },
  },
  element: ({ element }, label, report) => {
    if (element.kind === 'barcode') checkGs1(element, label, report);
  },
  openBarcode: checkGs1,
} as const satisfies RuleFamily;

/**
 * Begins with an application identifier in parentheses, after start codes and FNC1 of Code 128 or the lead of a QR
 * Code.
 */
const PARENTHESES =
  /^(?:>[:;9]|[HQML]A,)?(?:>8)?\((?:0[0-2]|1[0-37]|2[01]|3\d\d\d|37|4\d\d|8\d\d\d|9\d)\)[\x21-\x7e]+$/;

/**
 * A serial shipping container code with its identifier, and nothing else; or an item number before another identifier.
 */
const SHIPPING_CODE = /^(00)(\d{17})(\d)$/;
const ITEM_NUMBER = /^(0[12])(\d{13})(\d)(?:1[01357]|2[01]|3\d\d\d|37)/;

/** Start codes of Code 128. */
const START = /^>[:;9]/;

const IN_PARENTHESES = 'parentheses around application identifiers are printed as data';

/** Reports a missing FNC1 at the beginning, and parentheses, which are for people, in the data of a symbol. */
function checkGs1(element: BarcodeElement, { spanOf }: LaidOutLabel, report: Findings): void {
  const fault = faultOf(element);
  if (fault === null) return;
  report.add({ code: 'gs1-without-fnc1', span: spanOf(element), command: '^FD', parameter: 1, ...fault });
}

interface Fault {
  readonly message: string;
  readonly suggestion: string;
}

function faultOf({ command, data, options }: BarcodeElement): Fault | null {
  switch (command) {
    case '^BC':
      return ofCode128(data, (options as { mode: string }).mode);
    case '^BX':
      return ofDataMatrix(data, (options as { escape: string }).escape);
    case '^BQ':
      return PARENTHESES.test(data)
        ? {
            message: `${IN_PARENTHESES}; ^BQ has no FNC1`,
            suggestion:
              'print a Data Matrix in its place: ^BX with _ as its escape, and data that begins with _1',
          }
        : null;
    default:
      return null;
  }
}

function ofCode128(data: string, mode: string): Fault | null {
  if (mode === 'D' || mode === 'U') return null;
  if (PARENTHESES.test(data))
    return { message: IN_PARENTHESES, suggestion: 'use mode D of ^BC, or write >;>8 and no parentheses' };
  if (!isElementString(data.replace(START, ''))) return null;
  return { message: noFnc1(data), suggestion: 'use mode D of ^BC, or write >;>8 before the data' };
}

function ofDataMatrix(data: string, escape: string): Fault | null {
  const suggestion =
    'give _ as the seventh parameter of ^BX, begin the data with _1 and leave out parentheses';
  if (PARENTHESES.test(data)) return { message: IN_PARENTHESES, suggestion };
  if (isElementString(data)) return { message: noFnc1(data), suggestion };
  if (escape === '_' || !isElementString(data.replace(/^_1/, ''))) return null;
  return { message: `_1 is FNC1 only if ^BX has _ as its escape; here the escape is ${escape}`, suggestion };
}

/** Whether plain data is most likely GS1's: its check digit is right, too. */
function isElementString(data: string): boolean {
  const [, , digits = '', check] = SHIPPING_CODE.exec(data) ?? ITEM_NUMBER.exec(data) ?? [];
  return digits !== '' && gs1CheckDigit(digits) === check;
}

function noFnc1(data: string): string {
  const what = data.replace(START, '').startsWith('00') ? 'shipping code' : 'item number';
  return `this looks like a GS1 ${what} with its identifier, but no FNC1 marks it as GS1`;
}
