import { createRequire } from 'node:module';
import type { ModuleMatrix } from './module-matrix.ts';

/** The result of `raw`: bar and space widths of linear symbols, cells of matrix symbols. */
export interface RawSymbol {
  readonly sbs?: readonly number[];
  readonly bhs?: readonly number[];
  readonly bbs?: readonly number[];
  readonly pixs?: ArrayLike<number>;
  readonly pixx?: number;
  readonly pixy?: number;
}

interface Library {
  raw(options: Readonly<Record<string, unknown>>): RawSymbol[];
  readonly symbolList: readonly { readonly bcid: string }[];
}

const require = createRequire(import.meta.url);
let library: Library | undefined;

/** Data that the library refuses; the message is its own, without the internal name. */
export class BarcodeRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BarcodeRefusal';
  }
}

/**
 * Encodes with bwip-js, which is large and slow: it is loaded at the first use, and used only for the
 * symbologies that have no encoder here. Throws {@link BarcodeRefusal} for data that cannot be encoded.
 */
export function bwipRaw(options: Readonly<Record<string, unknown>>): RawSymbol {
  const { raw } = load();
  try {
    const [symbol] = raw(options);
    if (symbol === undefined) throw new BarcodeRefusal('gives no symbol');
    return symbol;
  } catch (error) {
    if (error instanceof BarcodeRefusal) throw error;
    throw new BarcodeRefusal(reasonOf(String(options['bcid']), error));
  }
}

const ELEMENT_STRINGS =
  'element strings such as (01)09506000134352: an application identifier of 2 to 4 digits in parentheses, then its data';

/** Data that symbologies accept, for faults whose library message lacks it. */
export const ALLOWED = {
  maxicode: 'MaxiCode takes at most 138 digits or 93 letters',
  micropdf417: 'MicroPDF417 takes at most 366 digits, 250 letters or 150 bytes',
  microqrcode: 'Micro QR takes at most 35 digits, 21 capitals or digits, or 15 bytes',
  code49: 'Code 49 takes at most 81 digits or 49 letters',
  upce: 'UPC-E takes 7 digits of which the first is 0 or 1, or 8 with the right check digit',
  codablockf:
    'Codablock takes ASCII, at most 2725 characters; fewer in the columns or rows that are asked for',
  itf14: 'ITF-14 takes 13 digits, or 14 with the right check digit',
} as const satisfies Readonly<Record<string, string>>;

/** Symbologies whose whole data is element strings of GS1, and composites whose linear part is. */
const GS1 =
  /^(?:gs1-128|gs1-cc|gs1datamatrix|gs1datamatrixrectangular|gs1qrcode|gs1dotcode|gs1northamericancoupon|databarexpanded(?:stacked)?)(?:composite)?$/;
const ELEMENTS = /^(?:\(\d{2,4}\)[^(]+)+$/;

/** Reason why a symbology cannot encode such data, or null. The library would draw some symbols without the data. */
export function wrongElements(bcid: string, data: string): string | null {
  const isComposite = bcid.endsWith('composite');
  const bar = isComposite ? data.indexOf('|') : data.length;
  const isRight =
    bar >= 0 &&
    (!GS1.test(bcid) || ELEMENTS.test(data.slice(0, bar))) &&
    (!isComposite || ELEMENTS.test(data.slice(bar + 1)));
  if (isRight) return null;
  return `${bcid} takes ${isComposite ? 'its linear part, | and ' : ''}${ELEMENT_STRINGS}`;
}

/** Data that a symbology accepts, if the library's messages lack it. */
export function allowedBy(bcid: string): string | undefined {
  const limits: Readonly<Record<string, string>> = ALLOWED;
  return limits[bcid] ?? (GS1.test(bcid) ? `${bcid} takes ${ELEMENT_STRINGS}` : undefined);
}

/** The allowed data, as far as it is known; faults inside the library are no reasons. */
function reasonOf(bcid: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [prefix] = /^(?:Error: )?bwipp\.\w+(?:#\d+)?: /.exec(message) ?? [];
  const found = prefix === undefined ? null : message.slice(prefix.length);
  const allowed = allowedBy(bcid);
  if (allowed !== undefined) return found === null ? allowed : `${allowed} (${found})`;
  return found ?? `${bcid} cannot encode this value`;
}

let names: ReadonlySet<string> | undefined;

/** Whether the library has a symbology of this name. Loads the library. */
export function bwipKnows(bcid: string): boolean {
  names ??= new Set(load().symbolList.map((symbol) => symbol.bcid));
  return names.has(bcid);
}

function load(): Library {
  library ??= require('bwip-js/node') as Library;
  return library;
}

/**
 * Cells of a matrix or stacked symbol. Rows that differ in height are given once each by the library, which keeps the
 * heights (of which `pixy` is the sum) to itself: callers know the heights.
 */
export function bwipMatrix(options: Readonly<Record<string, unknown>>): ModuleMatrix {
  const { pixs, pixx } = bwipRaw(options);
  if (pixs === undefined || pixx === undefined) throw new BarcodeRefusal('gives no cells');
  return { columns: pixx, rows: pixs.length / pixx, cells: Uint8Array.from(pixs) };
}

/** Modules of a linear symbol, beginning with a bar (perhaps of width 0) and ending with one. */
export function bwipModules(options: Readonly<Record<string, unknown>>): number[] {
  const { sbs } = bwipRaw(options);
  if (sbs === undefined) throw new BarcodeRefusal('gives no bars');
  return sbs.length % 2 === 0 ? sbs.slice(0, -1) : [...sbs];
}

/** Any bytes, one a character, as `text` for the options `parse` and `binarytext`. */
export function bwipText(bytes: string): string {
  return bytes.replace(/[^ -~]|\^/g, (byte) => `^${String(byte.charCodeAt(0)).padStart(3, '0')}`);
}

/**
 * {@link bwipText} for options with `parsefnc`, under which a caret that is written as a number begins a function
 * character too.
 */
export function bwipFunctionText(bytes: string): string {
  return bwipText(bytes).replaceAll('^094', '^^');
}
