import type { ByteString } from '../byte-string.ts';
import { parseEncoding, withTable } from '../encoding.ts';
import { readsByTable } from '../encodings/encoding-tables.ts';
import { decodeHex } from '../hex.ts';
import { parseObjectName } from '../objects.ts';
import { type Printer, spanOf, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import { type ClockOffset, fillClock } from './clock.ts';
import { closeField } from './close-field.ts';
import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/** Bytes of field data that a printer accepts. */
const FIELD_BYTES_MAX = 3072;

/** 256 pairs of numbers up to 255, with room to spare. */
const CI_BYTES_MAX = 4096;

/** Takes field data as sent: line ends do not count, then `^FH` and `^FC` apply. */
function setData(printer: Printer, command: Command, sent: string): void {
  const { field, settings } = printer;
  printer.dataBytesLeft -= sent.length;
  if (printer.dataBytesLeft < 0) {
    warn(printer, command, 'too-much-data', 'too much field data');
    return;
  }
  if (sent.length > FIELD_BYTES_MAX)
    warn(printer, command, 'data-too-long', `data is longer than ${FIELD_BYTES_MAX} bytes`);
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

const UNKNOWN_ENCODING = 'text in this encoding may not be read as the printer does';

/** The first character of the parameters, which may be anything but white space. */
function indicatorOf(command: Command, fallback: string): string {
  return command.params.slice(0, 16).trim().charAt(0) || fallback;
}

/** RFID commands whose field data goes to the tag, or whose `^FN` takes what the tag says. */
const TAG_COMMANDS = ['^RF', '^RQ', '^RA', '^WT', '^RT', '^WF'];

const onTag: Handler = (printer) => {
  printer.field.onTag = true;
};

/** Field data, how it is escaped and encoded, and the end of the field. */
export const DATA_COMMANDS: Readonly<Record<string, Handler>> = {
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
    setData(printer, command, command.params.split(command.delimiter, 1)[0] || '1'),

  '^FS': (printer) => closeField(printer),

  '^FH': (printer, command) => {
    printer.field.hexIndicator = indicatorOf(command, '_');
  },

  '^FE': (printer, command) => {
    printer.field.embedIndicator = indicatorOf(command, '#');
  },

  '^FC': (printer, command) => {
    const { all } = new Params(printer, command);
    if (printer.options.now === undefined) {
      warn(printer, command, 'clock-missing', 'no clock; its fields print as written');
      return;
    }
    const { second, third } = printer.settings.clockOffsets;
    const clocks: readonly (readonly [indicator: string, offset: ClockOffset])[] = [
      [all[0] || '%', []],
      [all[1] ?? '', second],
      [all[2] ?? '', third],
    ];
    printer.field.clocks = new Map(clocks.filter(([indicator]) => indicator !== ''));
  },

  '^SO': (printer, command) => {
    const params = new Params(printer, command);
    const offset = [1, 2, 3, 4, 5, 6].map((index) => params.whole(index, -32_000, 32_000, 0));
    printer.settings.clockOffsets[params.whole(0, 2, 3, 2) === 2 ? 'second' : 'third'] = offset;
  },

  '^FN': (printer, command) => {
    printer.field.fieldNumber = new Params(printer, command).whole(0, 0, 9999, 0);
    printer.field.span ??= spanOf(command);
  },

  '^FR': (printer) => {
    printer.field.reverse = true;
  },

  ...Object.fromEntries(TAG_COMMANDS.map((name) => [name, onTag])),

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
    const name = new Params(printer, command).text(0);
    if (name === '') return;
    settings.encodingTable = parseObjectName(name, 'DAT').file;
    settings.encoding = withTable(settings.encoding, settings.encodingTable);
  },
};
