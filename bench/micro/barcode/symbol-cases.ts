import bwipjs from 'bwip-js/node';
import {
  type BarcodeField,
  type BarcodeKind,
  checkBarcodeData,
  encodeBarcode,
  symbolWork,
} from '../../../src/barcode/commands.ts';
import { drawMarker, type MarkerRequest } from '../../../src/template/raster-markers/draw-marker.ts';
import { isLinearMarker } from '../../../src/template/raster-markers/linear.ts';
import { markerWork } from '../../../src/template/raster-markers/work.ts';
import type { ByteString } from '../../../src/zpl/byte-string.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { random } from '../../harness/random.ts';

/** Making one symbol, again and again with other data of the same kind and length. */
export interface SymbolCase {
  /** A native command, or a symbology of marked rasters. */
  readonly symbology: string;
  /** Details of the case, for instance parameters and kind of data. */
  readonly what: string;
  /** Bytes of data. */
  readonly bytes: number;
  /** Units of work that the service counts for one. */
  readonly counted: number;
  /** Makes the symbol of the `i`th value. */
  make(i: number): void;
}

/** How many values a case has. */
export const VALUES = 6;
const next = random(7);

function texts(alphabet: string): (length: number) => string {
  const characters = Array.from(alphabet);
  return (length) => Array.from({ length }, () => characters[next(characters.length)] as string).join('');
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = CAPITALS.toLowerCase();
const KINDS = {
  digits: texts('0123456789'),
  capitals: texts(`${CAPITALS}0123456789`),
  letters: texts(LOWER),
  mixed: texts('aB3,x 7~:;A9'),
  controls: texts('a\x01\x1fB'),
} as const;
/** For native fields, whose data is bytes. */
const BYTES = {
  ...KINDS,
  bytes: texts(Array.from({ length: 128 }, (_, i) => String.fromCharCode(128 + i)).join('')),
};
/** For markers, whose values are text. */
const TEXTS = { ...KINDS, accents: texts('éüß'), ideographs: texts('日本語汉') };

const LENGTHS = [1, 7, 20, 50, 100, 200, 400, 1000];
const LONG_LENGTHS = [2500, 8192];

/** Element strings of about a length. */
function elements(length: number): string {
  const more = Array.from(
    { length: Math.max(0, Math.floor((length - 18) / 34)) },
    (_, i) => `(9${1 + (i % 9)})`,
  );
  return `(01)09521234543213${more.map((ai) => ai + KINDS.capitals(30)).join('')}`;
}

/** Values of a form that nothing random has. */
const FORMS: readonly (readonly [symbology: RegExp, form: (length: number) => string])[] = [
  [/^(?:gs1|databarexpanded)/, elements],
  [/^(?:ean13|ean8|upca|upce|databar\w+)composite$/, (length) => `9520123456788|${elements(length)}`],
  [/^ean8composite$/, (length) => `95200002|${elements(length)}`],
  [/^upcacomposite$/, (length) => `012345000058|${elements(length)}`],
  [/^upcecomposite$/, (length) => `01234558|${elements(length)}`],
  [/^databar\w+composite$/, (length) => `09521234543213|${elements(length)}`],
  [
    /^(?:gs1-128|databarexpanded(?:stacked)?)composite$/,
    (length) => `${elements(length >> 1)}|${elements(length >> 1)}`,
  ],
  [/^gs1dl/, (length) => `https://id.gs1.org/01/09521234543213/10/${KINDS.capitals(Math.min(20, length))}`],
  [/^mailmark$/, (length) => `JGB 012100123412345678AB19XY1A 0             ${KINDS.letters(length)}`],
  [/^maxicode$/, (length) => `[)>\x1e01\x1d96152382802\x1d840\x1d001\x1d${KINDS.capitals(length)}`],
];

/** Markers that make their symbol slower than the plain one: a saved size that the value has outgrown, a level. */
const HARDER: readonly (readonly [symbology: RegExp, more: Partial<MarkerRequest>])[] = [
  [/pdf417|codablock|code16k|code49|dotcode/, { columns: 2, rows: 3 }],
  [/datamatrix|codeone/, { columns: 18, rows: 8 }],
  [/^rectangularmicroqrcode$/, { columns: 43, rows: 7, ec: 'H' }],
  [/qrcode$/, { ec: 'H' }],
  [/hanxin/, { ec: '4' }],
  [/aztec/, { ec: '95' }],
  [/pdf417/, { ec: '8' }],
  [/stacked|coupon|gs1-cc/, { columns: 2 }],
  [/^maxicode$/, { ec: '2' }],
];

/** Every symbology of the library, with data that it takes. */
export const LIBRARY = (bwipjs as unknown as { symbolList: readonly { bcid: string; text: string }[] })
  .symbolList;

/** Every symbology of marked rasters with every kind and length of data that it could be given. */
export function markedCases(only?: string): SymbolCase[] {
  const own = ['codabar', 'logmars', 'standard2of5'].map((bcid) => ({ bcid, text: '1234' }));
  return [...LIBRARY, ...own]
    .filter(({ bcid }) => only === undefined || bcid === only)
    .flatMap(({ bcid, text }) => {
      const cases = [caseOfMarked(bcid, 'sample', () => text)];
      const longer =
        isLinearMarker(bcid) || /^(?:qrcode|datamatrix|azteccode|pdf417)$/.test(bcid) ? LONG_LENGTHS : [];
      const variants = [{}, ...HARDER.filter(([of]) => of.test(bcid)).map(([, more]) => more)];
      const forms = FORMS.filter(([of]) => of.test(bcid)).map(([, form]) => form);
      const kinds = [...Object.entries(TEXTS), ...forms.map((form, i) => [`form ${i}`, form] as const)];
      for (const more of variants) {
        for (const [kind, textOf] of kinds) {
          for (const length of [...LENGTHS, ...longer]) {
            const what = [kind, ...Object.entries(more).map(([key, value]) => `${key}=${value}`)].join(' ');
            cases.push(caseOfMarked(bcid, what, () => textOf(length), more));
          }
        }
      }
      return cases;
    });
}

function caseOfMarked(
  symbology: string,
  what: string,
  textOf: () => string,
  more: Partial<MarkerRequest> = {},
): SymbolCase {
  const values = Array.from({ length: VALUES }, textOf);
  const [value] = values as [string];
  return {
    symbology,
    what,
    bytes: Buffer.byteLength(value),
    counted: markerWork(symbology, value),
    make: (i) =>
      void drawMarker({ symbology, value: values[i] as string, module: 1, rotation: 'N', ...more }),
  };
}

/** Parameters after the orientation that make a native symbol slow or different. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '^B0': ['2', '2,N,99', '2,N,232', '2,N,1'],
  '^B4': ['20,N,A', '20,N,0'],
  '^B7': ['2,0', '2,8', '2,5,30', '2,0,1,90', '2,8,3,3,Y'],
  '^BB': ['8,Y,0,0,F', '8,Y,62,0,F', '8,Y,4,0,F', '8,Y,4,44,E', '8,Y,0,22,A', '8,Y,2,22,A'],
  '^BC': ['50,N,N,N,N', '50,N,N,N,A', '50,N,N,N,D', '50,N,N,N,U'],
  '^BF': ['2,0', '2,10', '2,33'],
  '^BM': ['A', 'B', 'C', 'D'],
  '^BO': ['2', '2,N,99'],
  '^BQ': ['2,2,H,7', '1,2,H', '2,2,L,7', '2,2,Q,0'],
  '^BR': ['1', '3', '4', '5', '6,2,1,25,2', '6,2,1,25,22', '7', '8', '9', '10', '11', '12'],
  '^BT': ['2,2,40'],
  '^BX': ['2,200', '2,0', '2,50', '2,80', '2,100', '2,140', '2,200,0,0,6,_,2', '2,0,49,49', '2,140,49,49'],
  '^BZ': ['50,N,N,0', '50,N,N,1', '50,N,N,3'],
};
export const COMMANDS =
  '^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ'.split(
    ' ',
  );

const NATIVE_FORMS: Readonly<Record<string, (length: number) => string>> = {
  '^BD': (length) => `001840152382802[)>\x1e01\x1d96${KINDS.capitals(length)}`,
  '^BT': (length) =>
    `123456,${Array.from({ length: Math.ceil(length / 12) }, () => KINDS.capitals(11)).join(',')}`,
  '^BR': (length) => `0109521234543213|${elements(length).replaceAll(/[()]/g, '')}`,
  '^BQ': (length) => `HA,${KINDS.mixed(length)}`,
};

/** Every native symbology likewise, checked as substitution does and drawn as the renderer does. */
export function nativeCases(only?: string): SymbolCase[] {
  return COMMANDS.filter((command) => only === undefined || command === only).flatMap((command) => {
    const form = NATIVE_FORMS[command];
    const kinds = [...Object.entries(BYTES), ...(form === undefined ? [] : [['form', form] as const])];
    const modes = command === '^BD' ? ['2', '3', '4', '5', '6'] : [];
    const all = [...(PARAMETERS[command] ?? ['']).map((params) => `N,${params}`), ...modes];
    return all.flatMap((params) =>
      kinds.flatMap(([kind, textOf]) =>
        [...LENGTHS, ...LONG_LENGTHS].map((length) =>
          caseOfNative(command, params, `${params} ${kind}`, () => textOf(length)),
        ),
      ),
    );
  });
}

/** The command with its options, as the parser reads them. */
function kindOf(command: string, params: string): BarcodeKind {
  const zpl = `^XA${command}${params}^FD1^FS^XZ` as ByteString;
  const element = parse(zpl, { dotsPerMm: 8 }).labels[0]?.elements[0];
  if (element?.kind !== 'barcode') throw new Error(`${command} is no barcode command`);
  return element;
}

function caseOfNative(command: string, params: string, what: string, textOf: () => string): SymbolCase {
  const kind = kindOf(command, params);
  const fields = Array.from({ length: VALUES }, (): BarcodeField => {
    const data = textOf() as ByteString;
    return { ...kind, moduleWidth: 2, ratio: 3, height: 10, data };
  });
  const [field] = fields as [BarcodeField];
  return {
    symbology: command,
    what,
    bytes: field.data.length,
    counted: symbolWork(field),
    make: (i) => {
      const each = fields[i] as BarcodeField;
      const { reason } = checkBarcodeData(each);
      // Wrong data is found before it is encoded, and drawn all the same.
      if (reason !== null) encodeBarcode(each);
    },
  };
}
