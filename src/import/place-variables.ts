import type { Severity } from '../lint/finding.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { toByteString } from '../zpl/byte-string.ts';
import { parametersOf } from '../zpl/command-table/command-table.ts';
import { decodeText, type Encoding } from '../zpl/encoding.ts';
import type { FieldData } from '../zpl/printer.ts';
import type { Command } from '../zpl/tokenize.ts';
import { dataPiece, withLiteralBraces } from './data-text.ts';
import type { CollectedFields, NumberedField, SentData } from './field-collector.ts';
import { BRACE, type FixedVariable, LiteralBraces } from './literal-braces.ts';
import type { NoteCode } from './note.ts';
import { isSetting, type Piece } from './pieces.ts';
import { leadOf, readSentValue } from './sent-value.ts';
import { ImportedNames } from './variable-names.ts';

/** A variable that takes the place of a numbered field. */
export interface ImportedVariable {
  readonly name: string;
  /** The number of its `^FN`; null for the symbol of a picture. */
  readonly fieldNumber: number | null;
  /** As `^FN` has it; empty without one. */
  readonly prompt: string;
  /** The data of the field in the stream: with it the label prints as the stream does. */
  readonly sample: string;
}

/** A note about a label; it is added once the label turns out to be new. */
export interface LabelNote {
  readonly severity: Severity;
  readonly code: NoteCode;
  readonly command: Command;
  readonly message: string;
  readonly suggestion: string | null;
}

/** The result for the fields of a label. */
export interface PlacedVariables {
  readonly variables: readonly ImportedVariable[];
  /** As a bundle has them. */
  readonly fieldTransforms: readonly FixedVariable[];
  readonly notes: readonly LabelNote[];
}

interface Slot {
  readonly variable: ImportedVariable;
  readonly lead: ByteString;
  readonly data: FieldData | null;
  readonly choosesSubsets: boolean;
}

/**
 * Replaces the numbered fields of a label by placeholders, with all changes that these need in its pieces.
 */
export class VariablePlacer {
  readonly #fields: CollectedFields;
  readonly #notes: LabelNote[] = [];
  readonly #keepsPlaceholders: boolean;
  readonly #names = new ImportedNames([BRACE]);
  readonly #braces = new LiteralBraces(this.#names);
  readonly #slots = new Map<number, Slot[]>();
  readonly #sentOf = new Map<FieldData, SentData>();
  readonly #prompts = new Map<number, string>();
  readonly #shown = new Set<number>();

  /** @param keepsPlaceholders whether braces in the stream are placeholders already */
  constructor(fields: CollectedFields, keepsPlaceholders: boolean) {
    this.#fields = fields;
    this.#keepsPlaceholders = keepsPlaceholders;
    for (const { sent, fieldNumber, prompt } of fields.numbered) {
      if (sent !== null) this.#sentOf.set(sent.data, sent);
      if (prompt !== '' && !this.#prompts.has(fieldNumber)) this.#prompts.set(fieldNumber, prompt);
    }
  }

  place(): PlacedVariables {
    const { numbered, embeds, fromTag, idle } = this.#fields;
    for (const field of numbered) {
      if (fromTag.has(field.fieldNumber)) this.#leaveToTag(field);
      else if (embeds || (field.onTag && field.sent !== null)) this.#placeByNumber(field);
      else if (field.shown !== null) this.#placeShown(field, field.shown);
    }
    // Only now is it known which numbers are shown.
    if (!embeds) for (const field of numbered) this.#removeValue(field);
    for (const piece of idle) piece.text = '' as ByteString;
    this.#keepBraces();
    const variables = [...this.#slots.values()].flat().map(({ variable }) => variable);
    return { variables, fieldTransforms: this.#braces.transforms(), notes: this.#notes };
  }

  #note(
    severity: Severity,
    code: NoteCode,
    command: Command,
    message: string,
    suggestion: string | null = null,
  ): void {
    this.#notes.push({ severity, code, command, message, suggestion });
  }

  /** Rewrites braces in data without a number, so that they begin no placeholder. */
  #keepBraces(): void {
    for (const sent of this.#fields.constants) {
      // Under an encoding that takes no values nothing is replaced anyway.
      const isLeft = this.#keepsPlaceholders || !sent.data.encoding.supported;
      const braces = isLeft ? [] : sent.saved.placeholders(sent.data.encoding);
      const name = braces.length === 0 ? '' : this.#braces.nameFor(sent);
      withLiteralBraces(sent, braces, name);
      if (name === '') continue;
      const shown = braces.map(({ start, end }) => sent.saved.decoded.slice(start, end)).join(' ');
      const message = `${shown} is text in the stream, and stays text: {${name}} is its left brace`;
      this.#note('info', 'brace', sent.piece.command, message, 'a placeholder with --keep-placeholders');
    }
  }

  #leaveToTag({ fieldNumber, numberPiece }: NumberedField): void {
    const message = `^FN${fieldNumber} is read from an RFID tag, and stays unchanged`;
    this.#note('warning', 'tag', numberPiece.command, message);
  }

  #placeShown(field: NumberedField, shown: NonNullable<NumberedField['shown']>): void {
    const data = this.#fields.shownBy(shown);
    const { fieldNumber, numberPiece, sent } = field;
    const piece = sent?.piece ?? numberPiece;
    const given = data === null ? undefined : this.#sentOf.get(data);
    this.#shown.add(fieldNumber);
    if (sent !== null) numberPiece.text = '' as ByteString;
    if (given !== undefined && this.#isTemplate(given)) {
      piece.text = dataPiece(piece, given.saved.saved, given.hexIndicator);
    } else {
      const slot = this.#slot(field, data, shown);
      piece.text = dataPiece(piece, slotText(slot), null);
      if (slot.choosesSubsets) chooseSubsets(field.pieces);
    }
    this.#switchEncoding(field, piece, data);
  }

  /** Other commands may use the field by its number, as `^FE` and RFID tags do: only its data changes. */
  #placeByNumber(field: NumberedField): void {
    const { sent } = field;
    if (sent === null || this.#isTemplate(sent)) return;
    const shown =
      field.shown ??
      this.#fields.numbered.find((other) => other.fieldNumber === field.fieldNumber && other.shown !== null)
        ?.shown;
    const slot = this.#slot(field, sent.data, shown ?? null);
    sent.piece.text = dataPiece(sent.piece, slotText(slot), null);
  }

  #isTemplate({ saved, data }: SentData): boolean {
    return this.#keepsPlaceholders && saved.placeholders(data.encoding).length > 0;
  }

  /** The variable of a number with this value; the same number may show two, where each has data of its own. */
  #slot(field: NumberedField, data: FieldData | null, shown: NumberedField['shown']): Slot {
    const { fieldNumber, numberPiece, encoding } = field;
    const slots = this.#slots.get(fieldNumber) ?? [];
    const known = slots.find((slot) => slot.data?.bytes === data?.bytes);
    if (known !== undefined) return known;
    const prompt = this.#prompts.get(fieldNumber) ?? '';
    const name = this.#names.take(prompt, fieldNumber, encoding.codec.kind === 'utf8');
    const read = data === null || shown === null ? null : readSentValue(data, shown);
    const sample = read?.text ?? (data === null ? '' : decodeText(data.encoding, data.bytes));
    const lead = read?.lead ?? leadOf(shown);
    const variable = { name, fieldNumber, prompt, sample };
    const slot: Slot = { variable, lead, data, choosesSubsets: read?.choosesSubsets === true };
    this.#slots.set(fieldNumber, [...slots, slot]);
    const value =
      data === null ? 'which has no value in this print' : `${JSON.stringify(sample)} in this print`;
    const named = prompt === '' ? `^FN${fieldNumber}` : `^FN${fieldNumber} "${prompt}"`;
    this.#note(
      data === null ? 'warning' : 'info',
      data === null ? 'unfilled' : 'field',
      numberPiece.command,
      `${named} is {${name}}, ${value}`,
    );
    if (slot.choosesSubsets) {
      const message = `${named} chooses subsets of Code 128 for this value; with {${name}} the printer does (mode A)`;
      this.#note('info', 'subsets', numberPiece.command, message);
    }
    if (read?.isExact === false) {
      const message = `${named} has codes in its data that no value can bring, and prints otherwise with {${name}}`;
      this.#note('warning', 'picture', numberPiece.command, message);
    }
    return slot;
  }

  /** Switches to the encoding of a value that was sent in another one than its place in the format has. */
  #switchEncoding(field: NumberedField, piece: Piece, data: FieldData | null): void {
    if (data === null || readsAlike(data, field.encoding)) return;
    const from = this.#fields.numbered.find(({ sent }) => sent?.data === data);
    if (from === undefined) return;
    const { format } = piece.prefixes;
    const isSameTable = from.encodingParams.table === field.encodingParams.table;
    const commandsFor = ({ encodingParams: { number, table } }: NumberedField): string =>
      (isSameTable || table === '' ? '' : `${format}SE${table}`) + `${format}CI${number}`;
    piece.text = `${commandsFor(from)}${piece.text ?? ''}` as ByteString;
    if (field.end !== null) field.end.after = commandsFor(field);
  }

  /** A field that only gave its number a value: other fields hold its placeholder now. */
  #removeValue({ shown, sent, onTag, fieldNumber, numberPiece, pieces, end }: NumberedField): void {
    if (shown !== null || sent === null || onTag || this.#fields.fromTag.has(fieldNumber)) return;
    if (!this.#shown.has(fieldNumber)) {
      const message = `no field shows ^FN${fieldNumber}; its value is left out`;
      this.#note('warning', 'unused-value', numberPiece.command, message);
    }
    const removed = new Set(['^FN', '^FH', sent.piece.command.name]);
    for (const piece of pieces) if (removed.has(piece.command.name)) piece.text = '' as ByteString;
    const isBare = pieces.every((piece) => piece.text === '' || isSetting(piece.command));
    if (isBare && end !== null) end.text = '' as ByteString;
  }
}

function slotText({ lead, variable }: Slot): ByteString {
  return (lead + toByteString(`{${variable.name}}`)) as ByteString;
}

/** Whether data has the same meaning in another encoding. Data in UTF-8 needs UTF-8, for values to come. */
function readsAlike({ bytes, encoding }: FieldData, other: Encoding): boolean {
  if (encoding.id === 28) return other.id === 28;
  return decodeText(encoding, bytes) === decodeText(other, bytes);
}

const BC = parametersOf('^BC');

/**
 * Lets the printer choose the subsets of a Code 128 for each value (mode A): the subsets in the data suit one value
 * only.
 */
function chooseSubsets(pieces: readonly Piece[]): void {
  const piece = pieces.findLast(({ command }) => command.name === '^BC');
  if (piece === undefined) return;
  const { params, delimiter } = piece.command;
  const [, sent = '', lineEnd = ''] = /^([^]*?)(\s*)$/.exec(params) ?? [];
  const parts = sent.split(delimiter);
  while (parts.length < BC.mode.at) parts.push('');
  parts[BC.mode.at] = 'A';
  piece.text = `${piece.prefixes.format}BC${parts.join(delimiter)}${lineEnd}` as ByteString;
}
