import { DRAWS_STORED, FIELD_DATA_COMMANDS } from '../../zpl/command-table/command-table.ts';
import type { ClockOffset } from '../../zpl/commands/clock.ts';
import { closeField, dataOfFieldNumber, shownData } from '../../zpl/commands/close-field.ts';
import { references } from '../../zpl/commands/embed.ts';
import type { Encoding } from '../../zpl/encoding.ts';
import type { BarcodeElement } from '../../zpl/label.ts';
import { ObservedPrinter } from '../../zpl/observe.ts';
import { execute } from '../../zpl/parse.ts';
import { PICTURE_PARAMETERS } from '../../zpl/picture-parameters.ts';
import type { FieldData, OpenField, OpenLabel, PendingField } from '../../zpl/printer.ts';
import { bareCommand, type Command } from '../../zpl/tokenize.ts';
import { type Block, barcodeSyntax, type DataSyntax, escapesOf } from './data-syntax.ts';

/** One data command (`^FD`, `^FV`, `^SN`) as the printer takes it. */
export interface DataCommand {
  readonly command: Command;
  readonly encoding: Encoding;
  /** The indicator of the `^FH` in force wherever the command is executed; null for none. */
  hexIndicator: string | null;
  readonly clocks: ReadonlyMap<string, ClockOffset>;
  /** One for each field that shows it; empty for data of a format that only the printer has. */
  readonly uses: DataUse[];
}

/** The use of data by a field that shows it. */
export interface DataUse {
  readonly syntax: DataSyntax;
  /** `^FE` and `^FC` of that field. */
  readonly embedIndicator: string | null;
  readonly clocks: ReadonlyMap<string, ClockOffset>;
}

/** A barcode with the data that it shows. */
export interface ShownBarcode extends Shown {
  readonly element: BarcodeElement;
}

/** A block of text with the data that it shows. */
export interface ShownBlock extends Shown {
  readonly syntax: DataSyntax & { readonly block: Block };
}

interface Shown {
  readonly syntax: DataSyntax;
  readonly data: DataCommand;
  readonly embedIndicator: string | null;
  /** By field number (`^FN`). */
  readonly embedded: ReadonlyMap<number, DataCommand>;
}

/** Commands that affect only pictures and fonts, and would take long to decode. */
const PICTURE_COMMANDS = new Set([...Object.keys(PICTURE_PARAMETERS), ...DRAWS_STORED, '~DU']);

/**
 * Carries out the commands of a stream as the renderer does, without drawing, to find how the printer takes each data
 * command and which fields show it. Commands outside of labels count as if they were in one, and a format that the
 * stream only stores is carried out as the next stream would recall it.
 */
export class DryRun {
  readonly barcodes: ShownBarcode[] = [];
  readonly blocks: ShownBlock[] = [];
  /** Data that is printed before the stream sets an encoding. */
  readonly beforeEncoding: DataCommand[] = [];
  readonly #observed = new ObservedPrinter({ dotsPerMm: 8, now: new Date(0) }, (command) =>
    this.#carryOut(command),
  );
  readonly #printer = this.#observed.printer;
  readonly #commands = new Map<number, DataCommand>();
  readonly #commandOf = new Map<FieldData, DataCommand>();
  readonly #embeddings = new Map<FieldData, Embedding>();
  #encodingSet = false;

  /** The encoding in force at the end of the stream. */
  readonly lastEncoding: Encoding;

  constructor(commands: Iterable<Command>) {
    execute(this.#printer, START);
    // The bound is one of recalled commands: the stream's own are few, and its encoding is needed whatever it recalls.
    for (const command of commands) this.#carryOut(command);
    this.lastEncoding = this.#printer.settings.encoding;
    this.#encodingSet = true;
    this.#endLabel();
    for (const format of this.#observed.unrecalled()) {
      for (const command of format) this.#carryOut(command);
      this.#endLabel();
    }
  }

  /**
   * How the printer takes a data command. One that is beyond the bounds of the run is shown by no field: it gives a
   * field number its value at most.
   */
  dataOf(command: Command): DataCommand {
    return this.#commands.get(command.start) ?? this.#unseen(command);
  }

  #unseen(command: Command): DataCommand {
    const { field, settings } = this.#printer;
    return { command, encoding: settings.encoding, hexIndicator: null, clocks: field.clocks, uses: [] };
  }

  #carryOut(command: Command): void {
    const printer = this.#printer;
    const { name } = command;
    if (name === '^XZ') this.#endLabel();
    else if (printer.label?.recording) execute(printer, command);
    else if (FIELD_DATA_COMMANDS.has(name)) this.#data(command);
    else if (!PICTURE_COMMANDS.has(name)) {
      execute(printer, command);
      this.#encodingSet ||= name === '^CI';
    }
  }

  #data(command: Command): void {
    const printer = this.#printer;
    const { data: before, hexIndicator, clocks } = printer.field;
    execute(printer, command);
    const { data } = printer.field;
    let dataCommand = this.#commands.get(command.start);
    if (dataCommand === undefined) {
      dataCommand = { command, encoding: printer.settings.encoding, hexIndicator, clocks, uses: [] };
      this.#commands.set(command.start, dataCommand);
    } else if (dataCommand.hexIndicator !== hexIndicator) {
      dataCommand.hexIndicator = null;
    }
    if (data === null || data === before) return;
    this.#commandOf.set(data, dataCommand);
    if (!this.#encodingSet) this.beforeEncoding.push(dataCommand);
  }

  #endLabel(): void {
    const printer = this.#printer;
    closeField(printer);
    this.#observed.noteFormat();
    const { label } = printer;
    if (label !== null) {
      for (const item of label.items) if (item.kind === 'pending') this.#show(label, item);
      // Nothing of it has to be drawn.
      label.items.length = 0;
    }
    execute(printer, END);
    execute(printer, START);
  }

  #show(label: OpenLabel, item: PendingField): void {
    const printer = this.#printer;
    const data = shownData(label, item.field);
    if (data === null || printer.dataBytesLeft < 0) return;
    printer.dataBytesLeft -= data.bytes.length;
    const dataCommand = this.#commandOf.get(data);
    if (dataCommand === undefined) return;
    const { embedIndicator, clocks } = item.field;
    const element = item.field.barcode === null ? null : item.draw(data);
    const barcode = element?.kind === 'barcode' ? element : null;
    const syntax =
      barcode === null
        ? { encoding: data.encoding, block: blockOf(item.field), barcode: null }
        : barcodeSyntax(data.encoding, barcode);
    dataCommand.uses.push({ syntax, embedIndicator, clocks });
    const embedded = embedIndicator === null ? NO_EMBEDDED : this.#embed(label, data, embedIndicator, syntax);
    const shown = { data: dataCommand, embedIndicator, embedded };
    if (barcode !== null) this.barcodes.push({ ...shown, syntax, element: barcode });
    else if (syntax.block !== null)
      this.blocks.push({ ...shown, syntax: { ...syntax, block: syntax.block } });
  }

  /** Collects the data that `^FE` embeds, by field number, and notes it as shown in that syntax. */
  #embed(label: OpenLabel, data: FieldData, indicator: string, syntax: DataSyntax): Embedding['embedded'] {
    let embedding = this.#embeddings.get(data);
    if (embedding?.indicator !== indicator) {
      embedding = this.#embedding(label, data, indicator);
      this.#embeddings.set(data, embedding);
    }
    // Many fields may show the same data in the same syntax.
    const key = `${syntax.barcode === null ? 'text' : 'bars'} ${escapesOf(syntax)}`;
    if (embedding.noted.has(key)) return embedding.embedded;
    embedding.noted.add(key);
    const use = { syntax, embedIndicator: null, clocks: NO_CLOCKS };
    const unescaped = { ...use, syntax: { encoding: syntax.encoding, block: null, barcode: null } };
    for (const [fieldNumber, { uses }] of embedding.embedded) {
      uses.push(use);
      // An escape must not be cut in two at the end of a part.
      if (embedding.cut.has(fieldNumber)) uses.push(unescaped);
    }
    return embedding.embedded;
  }

  #embedding(label: OpenLabel, data: FieldData, indicator: string): Embedding {
    const embedded = new Map<number, DataCommand>();
    const cut = new Set<number>();
    for (const { fieldNumber, part } of references(data.bytes, indicator)) {
      const value = embedded.has(fieldNumber) ? null : dataOfFieldNumber(label, fieldNumber);
      const dataCommand = value === null ? undefined : this.#commandOf.get(value);
      if (dataCommand !== undefined) embedded.set(fieldNumber, dataCommand);
      if (part !== null) cut.add(fieldNumber);
    }
    return { indicator, embedded, cut, noted: new Set() };
  }
}

/** The embedded data of one label under an indicator. */
interface Embedding {
  readonly indicator: string;
  readonly embedded: ReadonlyMap<number, DataCommand>;
  /** The field numbers whose data is embedded only in part. */
  readonly cut: ReadonlySet<number>;
  /** Syntaxes in which it was shown. */
  readonly noted: Set<string>;
}

const NO_CLOCKS: ReadonlyMap<string, ClockOffset> = new Map();
const NO_EMBEDDED: ReadonlyMap<number, DataCommand> = new Map();

const START = bareCommand('^XA');
const END = bareCommand('^XZ');

function blockOf({ block }: Readonly<OpenField>): Block | null {
  return block === null ? null : block.kind === 'block' ? 'field-block' : 'text-block';
}
