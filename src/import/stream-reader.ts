import { LIMITS } from '../limits.ts';
import { changePrefixes, type SavedCommand } from '../template/fields/saved-commands.ts';
import type { DotsPerMm } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { DRAWS_STORED, STORES_OBJECT } from '../zpl/command-table/command-table.ts';
import { closeField } from '../zpl/commands/close-field.ts';
import { GRAPHIC_BYTES_MAX } from '../zpl/graphic-field.ts';
import { parseObjectName, type StoredObject } from '../zpl/objects.ts';
import { ObservedPrinter } from '../zpl/observe.ts';
import { execute } from '../zpl/parse.ts';
import type { PrinterState } from '../zpl/printer.ts';
import { type Command, DEFAULT_PREFIXES, type Prefixes, tokenize } from '../zpl/tokenize.ts';
import { type CollectedFields, FieldCollector } from './field-collector.ts';
import type { Notes } from './note.ts';
import { type Group, isSetting, type Piece, setupOf } from './pieces.ts';
import { nameParameter, objectName } from './stored-names.ts';

/** A label as the stream prints it, with stored formats in place of their recalls. */
export interface PrintedLabel {
  readonly pieces: readonly Piece[];
  readonly fields: CollectedFields;
  /** `^PW` and `^LL` in force, in dots. */
  readonly printWidth: number | null;
  readonly labelLength: number | null;
}

/** The parts of a stream in their order. */
export type StreamPart =
  | { readonly kind: 'label'; readonly label: PrintedLabel }
  | { readonly kind: 'rest'; readonly group: Group };

/** Commands that are carried out, those of recalled formats included. */
const COMMANDS_MAX = 2_000_000;

/** The stream, or what it repeats, exceeds the limit of an import. The message has the remedy. */
export class StreamTooLong extends Error {}

/**
 * Carries out a stream as the renderer does, without drawing: each label comes out with the commands that make it, in
 * the order in which the printer reads them. The commands of a recalled format take the place of its recall.
 */
export class StreamReader {
  readonly #notes: Notes;
  readonly #observed: ObservedPrinter;
  /** Names of the pictures that the stream has stored so far. */
  readonly #names = new Set<string>();
  /** Prefixes in force at each command of a stored format. */
  readonly #stored = new Map<Command, Prefixes>();
  readonly #joined = new Set<StoredObject>();
  readonly #parts: StreamPart[] = [];
  readonly #dataBytes: number;
  #pieces: Piece[] = [];
  /** Prefixes in force at the next command of the stream. */
  #prefixes = DEFAULT_PREFIXES;
  #fields = new FieldCollector();
  /** Whether any format begins in the stream. */
  hasFormats = false;

  constructor(dotsPerMm: DotsPerMm, notes: Notes) {
    this.#notes = notes;
    this.#observed = new ObservedPrinter({ dotsPerMm }, (command) => this.#carryOut(command), {
      most: COMMANDS_MAX,
      exceeded() {
        throw new StreamTooLong(
          `the stream executes more than ${COMMANDS_MAX} commands; print fewer labels into the file`,
        );
      },
    });
    this.#dataBytes = this.#printer.dataBytesLeft;
  }

  get #printer(): PrinterState {
    return this.#observed.printer;
  }

  /** @throws StreamTooLong */
  *read(zpl: ByteString): Generator<StreamPart, void, undefined> {
    for (const command of tokenize(zpl)) {
      this.#observed.perform(command);
      this.#prefixes = changePrefixes(this.#prefixes, command);
      if (this.#parts.length > 0) yield* this.#parts.splice(0);
    }
    const [start] = this.#pieces;
    if (this.#printer.label !== null && start !== undefined) {
      const message = 'the format has no ^XZ, so a printer prints nothing of it';
      this.#notes.add('warning', 'not-imported', start.command, message);
    }
    this.#endGroup('between');
    yield* this.#parts;
  }

  #carryOut(command: Command): void {
    if (this.#pieces.length > LIMITS.zplPrefixes) {
      throw new StreamTooLong(
        `a label has more than ${LIMITS.zplPrefixes} commands, the most that can be saved`,
      );
    }
    const printer = this.#printer;
    const { name } = command;
    const prefixes = printer.recalling ? this.#stored.get(command) : undefined;
    const sent = { command, prefixes: prefixes ?? this.#prefixes };
    if (printer.label?.recording && name.startsWith('^') && name !== '^XZ') {
      execute(printer, command);
      this.#stored.set(command, sent.prefixes);
    } else if (name === '^XA') this.#begin(sent);
    else if (name === '^XZ') this.#end(sent);
    else if (printer.label === null) this.#between(sent);
    else if (name === '^XF') this.#recall(command);
    else if (name === '^DF') {
      this.#endField();
      execute(printer, command);
    } else this.#inLabel(sent);
  }

  #begin(sent: SavedCommand): void {
    this.hasFormats = true;
    if (this.#printer.label === null) this.#endGroup('between');
    // STX begins a format too, and some send it before ^XA.
    else if (this.#pieces.length === 1) this.#pieces = [];
    this.#pieces.push(pieceOf(sent));
    execute(this.#printer, sent.command);
    this.#fields.begin(this.#printer);
  }

  #between(sent: SavedCommand): void {
    this.#pieces.push(pieceOf(sent));
    if (STORES_OBJECT.has(sent.command.name)) this.#names.add(objectName(sent.command));
    else execute(this.#printer, sent.command);
  }

  #inLabel(sent: SavedCommand): void {
    const printer = this.#printer;
    const piece = pieceOf(sent);
    const { name } = sent.command;
    this.#pieces.push(piece);
    if (name === '^GF' || DRAWS_STORED.has(name)) {
      this.#picture(sent.command);
      this.#fields.add(piece, printer);
    } else if (STORES_OBJECT.has(name)) this.#names.add(objectName(sent.command));
    else if (name === '^FS') this.#fields.end(piece, printer, () => execute(printer, sent.command));
    else {
      this.#fields.before(printer);
      execute(printer, sent.command);
      this.#fields.add(piece, printer);
      if (name === '^IS') this.#names.add(objectName(sent.command));
    }
  }

  #picture(command: Command): void {
    const printer = this.#printer;
    const { label } = printer;
    if (command.name === '^GF') {
      // Only whether there is one matters: decoding all of them would take long.
      const isFirst = label !== null && !label.printable;
      if (isFirst && printer.graphicBytesLeft >= GRAPHIC_BYTES_MAX) execute(printer, command);
      else if (isFirst) label.printable = true;
      return;
    }
    if (label !== null) label.printable = true;
    if (this.#names.has(objectName(command))) return;
    this.#notes.add(
      'warning',
      'missing-graphic',
      command,
      `${command.name} draws ${shownName(command, 'GRF')}, which the stream does not carry`,
      'give the file that stores it (~DG or ~DY) before this one',
    );
  }

  /** Carries out a stored format in the place of its recall. */
  #recall(command: Command): void {
    const printer = this.#printer;
    const format = printer.objects.get(parseObjectName(nameParameter(command), 'ZPL'));
    const shown = shownName(command, 'ZPL');
    if (format?.kind !== 'format') {
      const message = `^XF recalls ${shown}, which the stream does not carry`;
      this.#notes.add(
        'error',
        'missing-format',
        command,
        message,
        'give the file that stores it (^DF) before this one',
      );
    } else if (printer.recalling) {
      const message = `${shown} is recalled by a stored format, which printers do not carry out`;
      this.#notes.add('warning', 'not-imported', command, message);
      return;
    } else if (!this.#joined.has(format)) {
      this.#joined.add(format);
      this.#notes.add('info', 'joined', command, `${shown} takes the place of its recall`);
    }
    this.#fields.joinsFormat = true;
    execute(printer, command);
    this.#fields.joinsFormat = true;
  }

  /** The field that no `^FS` ended. */
  #endField(): void {
    const printer = this.#printer;
    this.#fields.end(null, printer, () => closeField(printer));
  }

  #end(sent: SavedCommand): void {
    const printer = this.#printer;
    const { label } = printer;
    if (label === null) return;
    this.#pieces.push(pieceOf(sent));
    this.#endField();
    const isPrinted = label.printable && !label.suppressed;
    const isStored = label.recording !== null;
    // Nothing of it has to be drawn.
    label.items.length = 0;
    execute(printer, sent.command);
    printer.labels.length = 0;
    printer.diagnostics.length = 0;
    printer.dataBytesLeft = this.#dataBytes;
    const fields = this.#fields.finish(label);
    if (!isPrinted) {
      // Fields before ^DF print nothing; in a label of its own they would.
      if (isStored) this.#pieces = this.#pieces.filter(isNoField);
      this.#endGroup('format');
      return;
    }
    const { printWidth, labelLength } = printer.settings;
    this.#parts.push({
      kind: 'label',
      label: { pieces: this.#pieces, fields, printWidth, labelLength },
    });
    this.#pieces = [];
  }

  #endGroup(kind: Group['kind']): void {
    if (this.#pieces.length > 0) this.#parts.push({ kind: 'rest', group: { kind, pieces: this.#pieces } });
    this.#pieces = [];
  }
}

function pieceOf({ command, prefixes }: SavedCommand): Piece {
  return { command, prefixes, text: null, after: '' };
}

function isNoField(piece: Piece): boolean {
  const { name } = piece.command;
  const isFrame = name === '^XA' || name === '^XZ' || name.startsWith('~');
  return isFrame || isSetting(piece.command) || setupOf(piece) !== undefined;
}

/** The name of an object as a command has it. */
function shownName(command: Command, extension: string): string {
  const { drive, file } = parseObjectName(nameParameter(command), extension);
  return drive === null ? file : `${drive}:${file}`;
}
