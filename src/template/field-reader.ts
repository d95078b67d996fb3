import { isBarcodeCommand } from '../barcode/native.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { barcodeEncoding, DEFAULT_ENCODING, type Encoding, parseEncoding } from '../zpl/encoding.ts';
import type { Diagnostic } from '../zpl/label.ts';
import type { Command, Prefixes } from '../zpl/tokenize.ts';
import type { BarcodeField } from './barcode-field.ts';
import { type SentCommand, spanOf } from './commands.ts';
import { cutField, type Field } from './field.ts';
import { FieldData } from './field-data.ts';
import { makeSpelling, type Spelling, type SpellingRules } from './spelling.ts';
import { BLOCK_ESCAPES, type Block, type TextField } from './text-field.ts';
import type { TokenTable } from './token-table.ts';

/** What a field has gathered before its data; `^FS` ends it. */
interface OpenField {
  hexIndicator: string | null;
  block: Block | null;
  barcode: Command | null;
}

const newField = (): OpenField => ({ hexIndicator: null, block: null, barcode: null });

const DEFAULT_INDICATOR = '_';

/** Follows the printer's state as far as field data depends on it, and reads the fields with placeholders. */
export class FieldReader {
  readonly #zpl: ByteString;
  readonly #table: TokenTable;
  readonly #diagnostics: Diagnostic[];
  readonly #everyPrefix: string;
  readonly #spellings = new Map<string, Spelling>();
  #encoding: Encoding = DEFAULT_ENCODING;
  /** What set the encoding: the same parameters set the same again. */
  #encodingSent = '';
  #bars = { moduleWidth: 2, ratio: 3, height: 10 };
  #field = newField();

  constructor(zpl: ByteString, table: TokenTable, diagnostics: Diagnostic[], everyPrefix: string) {
    this.#zpl = zpl;
    this.#table = table;
    this.#diagnostics = diagnostics;
    this.#everyPrefix = everyPrefix;
  }

  /**
   * Takes the next command; returns the field that it is the data of, when that has placeholders. `slotEnd` is
   * where the last slot ended.
   */
  take(sent: SentCommand, slotEnd: number): TextField | BarcodeField | null {
    const { name, params, delimiter } = sent.command;
    const field = this.#field;
    if (name === '^FD' || name === '^FV' || name === '^SN') return this.#data(sent, slotEnd);
    if (name === '^FS' || name === '^XA' || name === '^XZ') this.#field = newField();
    else if (name === '^FH') field.hexIndicator = params.trim()[0] ?? DEFAULT_INDICATOR;
    else if (name === '^FB') field.block = 'field-block';
    else if (name === '^TB') field.block = 'text-block';
    else if (name === '^A' && field.block === 'text-block') field.block = null;
    else if (name === '^CI') this.#setEncoding(params, delimiter);
    else if (name === '^BY') this.#setBars(params.split(delimiter, 3));
    else if (isBarcodeCommand(name)) field.barcode = sent.command;
    return null;
  }

  #data({ command, prefixes }: SentCommand, slotEnd: number): TextField | BarcodeField | null {
    const { hexIndicator, block, barcode } = this.#field;
    this.#field.hexIndicator = null; // It serves one data command.
    // The first parameter of ^SN is the data, the others count it up; a delimiter in a value must not end it.
    const cut = command.name === '^SN' ? command.params.indexOf(command.delimiter) : -1;
    const pieces = cut < 0 ? [command.params] : [command.params.slice(0, cut), command.params.slice(cut)];
    const read = pieces.map((piece) => {
      const data = new FieldData(piece as ByteString, hexIndicator);
      return { data, placeholders: data.placeholders(this.#encoding) };
    });
    if (read.every(({ placeholders }) => placeholders.length === 0)) return null;
    const span = spanOf(command);
    const indicator = hexIndicator ?? freeIndicator(prefixes);
    const encoding = barcode === null ? this.#encoding : barcodeEncoding(this.#encoding);
    const spelling = this.#spelling({
      indicator,
      prefixes,
      special: this.#everyPrefix + (command.name === '^SN' ? command.delimiter : ''),
      encoding,
      escaped: block === null ? '' : BLOCK_ESCAPES[block].special,
    });
    const [dataParts = [], countParts = []] = read.map(({ data, placeholders }) =>
      cutField(data, placeholders, spelling, ({ token }) => this.#table.add(token)),
    );
    const hex = hexIndicator === null ? hexCommand(prefixes, indicator) : '';
    if (!encoding.supported) {
      const reason = `values cannot be inserted under ^CI${encoding.id}`;
      this.#diagnostics.push({ command: command.name, span, reason });
    }
    const before = this.#zpl.slice(slotEnd, command.start) as ByteString;
    const field: Field = {
      before,
      saved: this.#zpl.slice(command.start, command.end) as ByteString,
      // Joined rather than added: the engine would put off adding to each time it is used.
      opening: [before, hex, this.#zpl.slice(command.start, command.paramsStart)].join('') as ByteString,
      parts: dataParts.concat(countParts),
      encoding,
      spelling,
    };
    if (barcode === null) return { kind: 'text', block, ...field };
    const params = barcode.params.split(barcode.delimiter, 16).map((text) => text.trim());
    const { name } = barcode;
    return { kind: 'barcode', command: name, params, ...this.#bars, dataParts: dataParts.length, ...field };
  }

  /** Fields under the same rules share one. */
  #spelling(rules: SpellingRules): Spelling {
    const { indicator, prefixes, special, encoding, escaped } = rules;
    const key = JSON.stringify([indicator, prefixes, special, escaped, encoding.id, this.#encodingSent]);
    let spelling = this.#spellings.get(key);
    if (spelling === undefined) {
      spelling = makeSpelling(rules);
      this.#spellings.set(key, spelling);
    }
    return spelling;
  }

  #setEncoding(params: ByteString, delimiter: string): void {
    const sent = delimiter + params;
    if (sent === this.#encodingSent) return;
    this.#encodingSent = sent;
    this.#encoding = parseEncoding(params, delimiter);
  }

  /** A parameter that is missing or no number leaves what was. */
  #setBars(params: readonly string[]): void {
    const [moduleWidth, ratio, height] = params.map(Number.parseFloat);
    const bars = this.#bars;
    this.#bars = {
      moduleWidth: moduleWidth || bars.moduleWidth,
      ratio: ratio || bars.ratio,
      height: height || bars.height,
    };
  }
}

/** The default indicator of `^FH`, or another one where the label uses that as a prefix. */
function freeIndicator({ format, control }: Prefixes): string {
  const free = (indicator: string): boolean => indicator !== format && indicator !== control;
  return [DEFAULT_INDICATOR, '\\', '$'].find(free) as string;
}

function hexCommand({ format }: Prefixes, indicator: string): string {
  return `${format}FH${indicator === DEFAULT_INDICATOR ? '' : indicator}`;
}
