import { BarcodeRefusal } from '../symbology/bwip.ts';
import type { BarcodeCommand, BarcodeOptions } from '../zpl/barcode-options.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { aztec } from './b0-aztec.ts';
import { code49 } from './b4-code49.ts';
import { pdf417 } from './b7-pdf417.ts';
import { codablock } from './bb-codablock.ts';
import { code128 } from './bc-code128.ts';
import { maxiCode } from './bd-maxicode.ts';
import { microPdf417 } from './bf-micro-pdf417.ts';
import { qrCode } from './bq-qr-code.ts';
import { dataBar } from './br-databar.ts';
import { tlc39 } from './bt-tlc39.ts';
import { dataMatrix } from './bx-data-matrix.ts';
import { planet, postal } from './bz-postal.ts';
import type { ControlSequence } from './control-sequences.ts';
import { type BarcodeField, type Drawn, type Refused, refused, type Symbology } from './field.ts';
import {
  codabar,
  code11,
  code39,
  code93,
  industrial2of5,
  interleaved2of5,
  logmars,
  msi,
  plessey,
  standard2of5,
} from './plain-linear.ts';
import { addOn, ean8, ean13, upca, upce } from './retail.ts';

export type { BarcodeField, Drawn, Refused } from './field.ts';

const SYMBOLOGIES: { readonly [C in BarcodeCommand]: Symbology<C> } = {
  '^B0': aztec,
  '^B1': code11,
  '^B2': interleaved2of5,
  '^B3': code39,
  '^B4': code49,
  '^B5': planet,
  '^B7': pdf417,
  '^B8': ean8,
  '^B9': upce,
  '^BA': code93,
  '^BB': codablock,
  '^BC': code128,
  '^BD': maxiCode,
  '^BE': ean13,
  '^BF': microPdf417,
  '^BI': industrial2of5,
  '^BJ': standard2of5,
  '^BK': codabar,
  '^BL': logmars,
  '^BM': msi,
  '^BO': aztec,
  '^BP': plessey,
  '^BQ': qrCode,
  '^BR': dataBar,
  '^BS': addOn,
  '^BT': tlc39,
  '^BU': upca,
  '^BX': dataMatrix,
  '^BZ': postal,
};

/** Bytes of data, or characters of a value: no symbology holds as much, and longer data costs no work. */
export const MOST_DATA = 8192;

/** The parameters of a barcode command, as the parser read them. */
export interface BarcodeKind<C extends BarcodeCommand = BarcodeCommand> {
  readonly command: C;
  readonly options: BarcodeOptions[C];
}

/**
 * The symbol that a printer would make of a field. Lenient: pads, cuts and drops as the printer does, and
 * refuses only where the printer prints nothing. Never throws for what the field holds.
 */
export function encodeBarcode<C extends BarcodeCommand>(field: BarcodeField<C>): Drawn | Refused {
  const symbology: Symbology<C> = SYMBOLOGIES[field.command];
  if (field.data.length > MOST_DATA) {
    const reason = `a barcode takes at most ${MOST_DATA} bytes of data`;
    return refused(symbology.symbology(field), 'L', reason);
  }
  try {
    return symbology.encode(field);
  } catch (error) {
    if (error instanceof BarcodeRefusal) return refused(symbology.symbology(field), 'C', error.message);
    throw error;
  }
}

/**
 * The symbols of a field for which `^FM` has several places: a PDF417 or MicroPDF417 that is too long for one symbol
 * becomes a series of them; every other field has one.
 */
export function encodeSeries<C extends BarcodeCommand>(
  field: BarcodeField<C>,
  places: number,
): readonly Drawn[] | Refused {
  const symbology: Symbology<C> = SYMBOLOGIES[field.command];
  if (field.data.length <= MOST_DATA && symbology.encodeSeries !== undefined) {
    return symbology.encodeSeries(field, places);
  }
  const single = encodeBarcode(field);
  return single.ok ? [single] : single;
}

/**
 * Whether exactly this data would be printed. `reason` is null if so; else it says which data is allowed: for data that
 * a printer would pad, cut, drop from or refuse.
 */
export function checkBarcodeData<C extends BarcodeCommand>(
  field: BarcodeField<C>,
): { readonly symbology: string; readonly reason: string | null } {
  const handler: Symbology<C> = SYMBOLOGIES[field.command];
  const symbology = handler.symbology(field);
  if (field.data.length > MOST_DATA) {
    return { symbology, reason: mostBytes(field.data) };
  }
  const wrong = handler.check(field);
  if (wrong !== null || handler.checkIsComplete) return { symbology, reason: wrong };
  // Data that keeps each rule can still be too long; only the encoder knows.
  const encoded = encodeBarcode(field);
  return { symbology, reason: encoded.ok ? null : encoded.reason };
}

function mostBytes({ length }: string): string {
  return `a barcode takes at most ${MOST_DATA} bytes of data; got ${length}`;
}

/** Does the work of {@link checkBarcodeData} for a field that the encoder has made into a symbol. */
export function checkEncodedData<C extends BarcodeCommand>(field: BarcodeField<C>): string | null {
  const handler: Symbology<C> = SYMBOLOGIES[field.command];
  return handler.check(field);
}

/**
 * The symbols of a field under `^CVY`, which refuses data that would not be printed as it is. The symbol that is made
 * to check the data is the one that is drawn, where the printer puts no digits of its own into it.
 */
export function encodeStrictly<C extends BarcodeCommand>(
  field: BarcodeField<C>,
  places: number,
): readonly Drawn[] | Refused {
  const symbology: Symbology<C> = SYMBOLOGIES[field.command];
  const data = (symbology.printedData?.(field) ?? field.data) as ByteString;
  const printed = { ...field, data };
  const encoded = encodeBarcode(printed);
  const tooLong = data.length > MOST_DATA;
  const reason = tooLong
    ? mostBytes(data)
    : (symbology.check(printed) ?? (encoded.ok ? null : encoded.reason));
  if (reason !== null) {
    const code = encoded.ok ? faultLetter(data, symbology.digits) : encoded.code;
    return refused(symbology.symbology(field), code, reason);
  }
  const isDrawn = data === field.data && symbology.encodeSeries === undefined;
  return isDrawn && encoded.ok ? [encoded] : encodeSeries(field, places);
}

/**
 * The letter of `INVALID - x` for data that a strict printer refuses although a lenient one would draw it: C for
 * a character, E for a check digit, L and S for the length.
 */
function faultLetter(
  data: string,
  digits: readonly [least: number, most: number] | undefined,
): Refused['code'] {
  if (data === '') return 'S';
  if (digits === undefined || /\D/.test(data)) return 'C';
  const [least, most] = digits;
  return data.length < least ? 'S' : data.length > most ? 'L' : 'E';
}

/** The most work for a field's symbol, or for each symbol of a series, in units of about a nanosecond. */
export function symbolWork<C extends BarcodeCommand>(
  { command, options, data }: BarcodeKind<C> & { readonly data: string },
  symbols = 1,
): number {
  const { cost }: Symbology<C> = SYMBOLOGIES[command];
  const [symbol, byte] = typeof cost === 'function' ? cost(options) : cost;
  return 1000 * (symbols * symbol + data.length * byte);
}

/**
 * Writes a value so that it stays data inside this field: invocation codes of `^BC`, escapes of `^BX`, `^B7` and `^BF`.
 * Other values are returned unchanged. The data before the value does not matter; an escape that the template left open
 * there is found by {@link controlSequences}.
 */
export function escapeForBarcode<C extends BarcodeCommand>(
  { command, options }: BarcodeKind<C>,
  value: ByteString,
): ByteString {
  const { escape }: Symbology<C> = SYMBOLOGIES[command];
  return escape === undefined ? value : (escape(value, options) as ByteString);
}

const NONE: readonly ControlSequence[] = [];

/**
 * The control sequences in a barcode's data, in order: invocation codes and digits of subset A in Code 128, escapes of
 * Data Matrix and PDF417, shifts of Code 93 and Code 49, the header of a QR Code, separators of GS1.
 *
 * @param data after `^FH`
 */
export function controlSequences<C extends BarcodeCommand>(
  { command, options }: BarcodeKind<C>,
  data: string,
): readonly ControlSequence[] {
  const symbology: Symbology<C> = SYMBOLOGIES[command];
  return symbology.controlSequences?.(data, options) ?? NONE;
}
