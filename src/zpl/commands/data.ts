import type { ByteString } from '../byte-string.ts';
import { parametersOf } from '../command-table/command-table.ts';
import { DATA_BYTES_MAX } from '../command-table/fields.ts';
import { parseEncoding, withTable } from '../encoding.ts';
import { readsByTable } from '../encodings/encoding-tables.ts';
import { decodeHex } from '../hex.ts';
import { parseObjectName } from '../objects.ts';
import { type PrinterState, spanOf, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import { type ClockOffset, fillClock } from './clock.ts';
import { closeField } from './close-field.ts';
import type { CommandHandler, Handlers } from './handler.ts';
import { Params } from './params.ts';

/** 256 pairs of numbers up to 255, with room to spare. */
const CI_BYTES_MAX = 4096;

/** Takes field data as sent: line ends do not count, then `^FH` and `^FC` apply. */
function setData(printer: PrinterState, command: Command, sent: string): void {
  const { field, settings } = printer;
  printer.dataBytesLeft -= sent.length;
  if (printer.dataBytesLeft < 0) {
    warn(printer, command, 'too-much-data', 'too much field data');
    return;
  }
  if (sent.length > DATA_BYTES_MAX)
    warn(printer, command, 'data-too-long', `data is longer than ${DATA_BYTES_MAX} bytes`);
  let bytes = sent.replace(/[\r\n]/g, '') as ByteString;
  // A tilde right before the next command's prefix begins a command that never comes (printer evidence 2).
  if (bytes.endsWith('~')) bytes = bytes.slice(0, -1) as ByteString;
  if (field.hexIndicator !== null) bytes = decodeHex(bytes, field.hexIndicator);
  field.hexIndicator = null; // It serves one data command.
  const { now } = printer.options;
  if (now !== undefined && field.clocks.size > 0) bytes = fillClock(bytes, field.clocks, now) as ByteString;
  const { encoding } = settings;
  if (!encoding.supported && readsByTable(encoding.id) && field.barcode === null) {
    const { id, table } = encoding;
    const about = table === null ? '^SE says by which table' : `what ${table} has for ^CI${id} is not known`;
    warn(printer, command, 'encoding-uncertain', `${UNKNOWN_ENCODING}: ${about}`, 1);
  }
  const span = spanOf(command);
  field.data = { bytes, encoding, span };
  field.span = span;
}

const SN = parametersOf('^SN');
const FH = parametersOf('^FH');
const FE = parametersOf('^FE');
const FC = parametersOf('^FC');
const SO = parametersOf('^SO');
const FN = parametersOf('^FN');
const SE = parametersOf('^SE');

const UNKNOWN_ENCODING = 'text in this encoding may not be read as the printer does';

/** The first character of the parameters, which may be anything but white space. */
function indicatorOf(command: Command, fallback: string): string {
  return command.params.slice(0, 16).trim().charAt(0) || fallback;
}

/** An RFID command whose field data goes to the tag, or whose `^FN` takes what the tag says. */
const onTag: CommandHandler = (printer) => {
  printer.field.onTag = true;
};

/** Field data, how it is escaped and encoded, and the end of the field. */
export const DATA_HANDLERS = {
  '^FD': (printer, command) => {
    printer.field.variable = false;
    setData(printer, command, command.params);
  },

  '^FV': (printer, command) => {
    if (command.params === '') return;
    printer.field.variable = true;
    setData(printer, command, command.params);
  },

  // The first label shows the starting value as it is, 1 if there is none (printer evidence 3). A printer counts on.
  '^SN': (printer, command) =>
    setData(printer, command, command.params.split(command.delimiter, 1)[0] || SN.start.fallback),

  '^FS': (printer) => closeField(printer),

  '^FH': (printer, command) => {
    printer.field.hexIndicator = indicatorOf(command, FH.indicator.fallback);
  },

  '^FE': (printer, command) => {
    printer.field.embedIndicator = indicatorOf(command, FE.indicator.fallback);
  },

  '^FC': (printer, command) => {
    const params = new Params(printer, command);
    if (printer.options.now === undefined) {
      warn(printer, command, 'clock-missing', 'no clock; its fields print as written');
      return;
    }
    const { second, third } = printer.settings.clockOffsets;
    const clocks: readonly (readonly [indicator: string, offset: ClockOffset])[] = [
      [params.text(FC.indicator) || FC.indicator.fallback, []],
      [params.text(FC.second), second],
      [params.text(FC.third), third],
    ];
    printer.field.clocks = new Map(clocks.filter(([indicator]) => indicator !== ''));
  },

  '^SO': (printer, command) => {
    const params = new Params(printer, command);
    const { clock, months, days, years, hours, minutes, seconds } = SO;
    const offset = [months, days, years, hours, minutes, seconds].map((slot) => params.whole(slot));
    printer.settings.clockOffsets[params.whole(clock) === 2 ? 'second' : 'third'] = offset;
  },

  '^FN': (printer, command) => {
    printer.field.fieldNumber = new Params(printer, command).whole(FN.number);
    printer.field.span ??= spanOf(command);
  },

  '^FR': (printer) => {
    printer.field.reverse = true;
  },

  '^RF': onTag,
  '^RQ': onTag,
  '^RA': onTag,
  '^WT': onTag,
  '^RT': onTag,
  '^WF': onTag,

  '^CI': (printer, command) => {
    const { encodingTable } = printer.settings;
    const params = command.params.slice(0, CI_BYTES_MAX) as ByteString;
    const encoding = parseEncoding(params, command.delimiter, encodingTable);
    printer.settings.encoding = encoding;
    // A table may still be selected.
    if (!encoding.supported && !readsByTable(encoding.id))
      warn(printer, command, 'encoding-uncertain', UNKNOWN_ENCODING, 1);
  },

  '^SE': (printer, command) => {
    const { settings } = printer;
    const name = new Params(printer, command).text(SE.name);
    if (name === '') return;
    settings.encodingTable = parseObjectName(name, 'DAT').file;
    settings.encoding = withTable(settings.encoding, settings.encodingTable);
  },
} satisfies Handlers;
