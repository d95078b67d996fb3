import { isUtf8 } from 'node:buffer';
import { SavedData } from '../template/fields/saved-data.ts';
import { type ByteString, fromByteString, toBytes } from '../zpl/byte-string.ts';
import { FIELD_DATA_COMMANDS } from '../zpl/command-table/command-table.ts';
import { shownData } from '../zpl/commands/close-field.ts';
import { DEFAULT_ENCODING, decodeText, type Encoding } from '../zpl/encoding.ts';
import type { FieldData, OpenLabel, PendingField, PrinterState } from '../zpl/printer.ts';
import type { Piece } from './pieces.ts';

/** A data command (`^FD`, `^FV`, `^SN`), as the printer takes it. */
export interface SentData {
  readonly piece: Piece;
  readonly saved: SavedData;
  readonly data: FieldData;
  /** The indicator of its `^FH`. */
  readonly hexIndicator: string | null;
  /** A barcode shows it. */
  readonly inBars: boolean;
}

/** A field with a number (`^FN`). */
export interface NumberedField {
  readonly fieldNumber: number;
  /** Between the quotes of `^FN`; empty without any. */
  readonly prompt: string;
  /** The last `^FN`. */
  readonly numberPiece: Piece;
  /** All of its commands, and the `^FS` that ended it. */
  readonly pieces: readonly Piece[];
  readonly end: Piece | null;
  readonly sent: SentData | null;
  /** Whether its data is written to an RFID tag, or read from one. */
  readonly onTag: boolean;
  /** How it is shown; null for a field that only gives its number a value. */
  readonly shown: PendingField | null;
  /** Encoding at the place of its data, and the parameters of the `^CI` and `^SE` that set it. */
  readonly encoding: Encoding;
  readonly encodingParams: EncodingParams;
}

/** The fields of a label. */
export interface CollectedFields {
  readonly numbered: readonly NumberedField[];
  /** Data of all other fields. */
  readonly constants: readonly SentData[];
  /** Numbers whose values are read from an RFID tag. */
  readonly fromTag: ReadonlySet<number>;
  /** Some field embeds the values of others (`^FE`). */
  readonly embeds: boolean;
  readonly serials: readonly Piece[];
  /** The `^FS` after `^DF`, `^XF` and formats that were joined, which end no field. */
  readonly idle: readonly Piece[];
  /** The data that a field shows; null if nothing gave its number a value. */
  shownBy(field: PendingField): FieldData | null;
}

/** Notes what belongs to each field while a label is carried out. */
export class FieldCollector {
  /** A stored format was just begun or joined. */
  joinsFormat = false;
  #numbered: NumberedField[] = [];
  #constants: SentData[] = [];
  #fromTag = new Set<number>();
  #embeds = false;
  #serials: Piece[] = [];
  #idle: Piece[] = [];
  #pieces: Piece[] = [];
  #hexIndicator: string | null = null;
  #sent: Omit<SentData, 'inBars'> | null = null;
  #numberPiece: Piece | null = null;
  #numberEncoding = DEFAULT_ENCODING;
  #numberParams: EncodingParams = POWER_UP;
  #encodingParams: EncodingParams = POWER_UP;

  /** A label begins, or an open one begins again. */
  begin(printer: PrinterState): void {
    this.#reset();
    this.#numberEncoding = printer.settings.encoding;
  }

  /** Before a command is carried out. */
  before({ field }: PrinterState): void {
    this.#hexIndicator = field.hexIndicator;
  }

  /** After a command was carried out. */
  add(piece: Piece, printer: PrinterState): void {
    const { name, params } = piece.command;
    this.#pieces.push(piece);
    if (name === '^CI') this.#encodingParams = { ...this.#encodingParams, number: params.trim() };
    else if (name === '^SE') this.#encodingParams = { ...this.#encodingParams, table: params.trim() };
    else if (name === '^FN') {
      this.#numberPiece = piece;
      this.#notePlace(printer);
    } else if (FIELD_DATA_COMMANDS.has(name)) this.#data(piece, printer);
    else if (name === '^SF') this.#serials.push(piece);
  }

  #data(piece: Piece, printer: PrinterState): void {
    const { data } = printer.field;
    if (piece.command.name === '^SN') this.#serials.push(piece);
    this.#notePlace(printer);
    if (data === null) return;
    const hexIndicator = this.#hexIndicator;
    this.#sent = { piece, saved: new SavedData(piece.command.params, hexIndicator), data, hexIndicator };
  }

  #notePlace({ settings }: PrinterState): void {
    this.#numberEncoding = settings.encoding;
    this.#numberParams = this.#encodingParams;
  }

  /** The field ends, by `^FS` or with its label. */
  end(piece: Piece | null, printer: PrinterState, close: () => void): void {
    const { field, label } = printer;
    const { fieldNumber } = field;
    const isEmpty = this.#pieces.length === 0;
    close();
    if (piece !== null && isEmpty && this.joinsFormat) this.#idle.push(piece);
    this.joinsFormat = this.joinsFormat && isEmpty;
    const sent = this.#sent && { ...this.#sent, inBars: field.barcode !== null };
    this.#embeds ||= field.embedIndicator !== null;
    if (fieldNumber !== null && this.#pieces.some(readsTag)) this.#fromTag.add(fieldNumber);
    if (fieldNumber === null || this.#numberPiece === null) {
      if (sent !== null) this.#constants.push(sent);
    } else {
      const last = label?.items.at(-1);
      this.#numbered.push({
        fieldNumber,
        prompt: promptOf(this.#numberPiece.command.params, this.#numberEncoding),
        numberPiece: this.#numberPiece,
        pieces: this.#pieces,
        end: piece,
        sent,
        onTag: field.onTag,
        shown: last?.kind === 'pending' && last.field === field ? last : null,
        encoding: this.#numberEncoding,
        encodingParams: this.#numberParams,
      });
    }
    this.#reset();
  }

  #reset(): void {
    this.#pieces = [];
    this.#sent = null;
    this.#numberPiece = null;
  }

  /** The label ends; the next one begins with nothing noted. */
  finish(label: OpenLabel): CollectedFields {
    const fields: CollectedFields = {
      numbered: this.#numbered,
      constants: this.#constants,
      fromTag: this.#fromTag,
      embeds: this.#embeds,
      serials: this.#serials,
      idle: this.#idle,
      shownBy: ({ field }) => shownData(label, field),
    };
    this.#numbered = [];
    this.#constants = [];
    this.#fromTag = new Set();
    this.#embeds = false;
    this.#serials = [];
    this.#idle = [];
    return fields;
  }
}

/** The parameters of `^CI` and `^SE`. */
interface EncodingParams {
  readonly number: string;
  /** Empty where none was selected. */
  readonly table: string;
}

const POWER_UP: EncodingParams = { number: '0', table: '' };

/** Whether a command reads a tag into its field's number; others write its data to the tag. */
function readsTag({ command: { name, params } }: Piece): boolean {
  return name === '^RT' || name === '^RA' || (name === '^RF' && /^\s*R/i.test(params));
}

/** The text between the quotes, or after the first one. */
function promptOf(params: string, encoding: Encoding): string {
  const open = params.indexOf('"');
  if (open < 0) return '';
  const close = params.lastIndexOf('"');
  const bytes = params.slice(open + 1, close > open ? close : undefined).trim() as ByteString;
  return isUtf8(toBytes(bytes)) ? fromByteString(bytes) : decodeText(encoding, bytes);
}
