import { BarcodeRefusal } from '../symbology/bwip.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { aztec } from './b0-aztec.ts';
import { code49, tlc39 } from './b4-bt-stacked.ts';
import { microPdf417, microPdf417Series, pdf417, pdf417Series } from './b7-bf-pdf417.ts';
import { codablock } from './bb-codablock.ts';
import { code128, readsInvocations } from './bc-code128.ts';
import { spellForInvocations } from './bc-invocations.ts';
import { maxiCode } from './bd-maxicode.ts';
import { qrCode } from './bq-qr-code.ts';
import { dataBar } from './br-databar.ts';
import { dataMatrix, escapeCharacter } from './bx-data-matrix.ts';
import { planet, postal } from './bz-postal.ts';
import {
  type BarcodeCommand,
  type Drawn,
  type NativeField,
  type NativeSymbology,
  type Refused,
  refused,
} from './field.ts';
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
import { asPrinted, faultLetter } from './validation.ts';

export type { Drawn, NativeField, Refused } from './field.ts';

const SYMBOLOGIES = {
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
} as const satisfies Record<BarcodeCommand, NativeSymbology>;

/** No symbology holds as much; beyond it no work is begun. */
const MOST_DATA_BYTES = 8192;

/** Their rules leave nothing for the encoder to refuse: these are what most labels have, many to a request. */
const RULES_SUFFICE: ReadonlySet<string> = new Set(['^BC', '^BE', '^B8', '^BU']);

/** Whether this canonical command name begins a barcode field. */
export function isBarcodeCommand(command: string): command is BarcodeCommand {
  return Object.hasOwn(SYMBOLOGIES, command);
}

/**
 * The symbol that a printer would make of a field. Lenient: pads, cuts and drops as the printer does, and
 * refuses only where the printer prints nothing. Never throws for what the field holds.
 */
export function encodeNative(field: NativeField): Drawn | Refused {
  if (!isBarcodeCommand(field.command)) return refused('', 'P', `${field.command} is no barcode command`);
  const symbology: NativeSymbology = SYMBOLOGIES[field.command];
  if (field.data.length > MOST_DATA_BYTES) {
    return refused(
      symbology.symbology(field),
      'L',
      `a barcode takes at most ${MOST_DATA_BYTES} bytes of data`,
    );
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
export function encodeSeries(field: NativeField, places: number): readonly Drawn[] | Refused {
  if (field.data.length <= MOST_DATA_BYTES) {
    if (field.command === '^B7') return pdf417Series(field, places);
    if (field.command === '^BF') return microPdf417Series(field, places);
  }
  const single = encodeNative(field);
  return single.ok ? [single] : single;
}

/** What `^CVY` has printed instead of the bars, or null for data that is printed as it is. */
export function invalidAs(field: NativeField): Pick<Refused, 'code' | 'reason'> | null {
  const printed = asPrinted(field);
  const { reason } = checkNative(printed);
  if (reason === null) return null;
  const encoded = encodeNative(printed);
  return { code: encoded.ok ? faultLetter(printed) : encoded.code, reason };
}

/**
 * Whether exactly this data would be printed. `reason` is null when it would, and else says what is allowed:
 * data that a printer would pad, cut, drop from or not print at all has one.
 */
export function checkNative(field: NativeField): {
  readonly symbology: string;
  readonly reason: string | null;
} {
  if (!isBarcodeCommand(field.command))
    return { symbology: '', reason: `${field.command} is no barcode command` };
  const handler: NativeSymbology = SYMBOLOGIES[field.command];
  const symbology = handler.symbology(field);
  if (field.data.length > MOST_DATA_BYTES) {
    return {
      symbology,
      reason: `a barcode takes at most ${MOST_DATA_BYTES} bytes of data; got ${field.data.length}`,
    };
  }
  const wrong = handler.check(field);
  if (wrong !== null || RULES_SUFFICE.has(field.command)) return { symbology, reason: wrong };
  // What the rules allow can still be too long together; only the encoder knows.
  const encoded = encodeNative(field);
  return { symbology, reason: encoded.ok ? null : encoded.reason };
}

/**
 * Spells a value so that it stays data inside this field:
 *
 * - `^BC` modes N and U: `>` as `>0`, `^` as `><`, `~` as `>=`. Modes A and D read `>` as it is, except `>8`
 *   in mode D, which cannot be spelled.
 * - `^BX`: the escape character doubled. `^B7` and `^BF`: a backslash doubled.
 *
 * Everything else is returned as it is. What stands before the value changes nothing in these spellings; that an
 * escape of the label's own text takes a part of the value is seen in its control sequences (`control-sequences.ts`).
 */
export function escapeForBarcode(command: string, params: readonly string[], value: ByteString): ByteString {
  if (command === '^BC' && readsInvocations(params)) return spellForInvocations(value) as ByteString;
  if (command === '^B7' || command === '^BF') return value.replaceAll('\\', '\\\\') as ByteString;
  if (command === '^BX') {
    const escape = escapeCharacter(params);
    return escape === null ? value : (value.replaceAll(escape, escape + escape) as ByteString);
  }
  return value;
}
