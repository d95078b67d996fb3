import { LIMITS } from '../../limits.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { ClockOffset } from '../../zpl/commands/clock.ts';
import { closeField, shownData, slotData } from '../../zpl/commands/close-field.ts';
import { references } from '../../zpl/commands/embed.ts';
import type { Encoding } from '../../zpl/encoding.ts';
import type { BarcodeElement } from '../../zpl/label.ts';
import { execute } from '../../zpl/parse.ts';
import {
  createPrinter,
  type Field,
  type FieldData,
  type OpenLabel,
  type PendingField,
} from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { type Block, barcodeManner, escapesOf, type Manner } from './data-syntax.ts';

/** One data command as the printer takes it. */
export interface ReadData {
  readonly command: Command;
  readonly encoding: Encoding;
  /** Of the `^FH` that is in force wherever the command is carried out; null for none. */
  hexIndicator: string | null;
  readonly clocks: ReadonlyMap<string, ClockOffset>;
  /** A use for each field that shows it; none for data of a format that only the printer has. */
  readonly uses: Use[];
}

/** How a field that shows data takes it. */
export interface Use {
  readonly manner: Manner;
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
  readonly manner: Manner & { readonly block: Block };
}

interface Shown {
  readonly manner: Manner;
  readonly data: ReadData;
  readonly embedIndicator: string | null;
  /** By slot. */
  readonly embedded: ReadonlyMap<number, ReadData>;
}

const DATA_COMMANDS = new Set(['^FD', '^FV', '^SN']);

/** What only pictures and fonts depend on, which would take long to decode. */
const PICTURE_COMMANDS = new Set(['^GF', '^XG', '^IM', '^IL', '~DG', '~DY', '~DU']);

/** Commands that recalled formats may repeat: as many as the renderer carries out. */
const REPLAYS_MAX = 2 * LIMITS.zplPrefixes;

/**
 * Reads a stream with the commands of the renderer, to know how the printer takes each data command and which
 * fields show it. What stands outside of labels is read as in one, and a format that the stream only stores as
 * the next stream would recall it.
 */
export class StreamReading {
  readonly barcodes: ShownBarcode[] = [];
  readonly blocks: ShownBlock[] = [];
  /** Data that is printed before the stream sets an encoding. */
  readonly beforeEncoding: ReadData[] = [];
  readonly #printer = createPrinter({ dotsPerMm: 8, now: new Date(0) }, (command) => this.#replay(command));
  readonly #reads = new Map<number, ReadData>();
  readonly #readOf = new Map<FieldData, ReadData>();
  readonly #embeddings = new Map<FieldData, Embedding>();
  #encodingSet = false;
  readonly #recorded: (readonly Command[])[] = [];
  readonly #replayed = new Set<Command>();
  #replaysLeft = REPLAYS_MAX;

  /** The encoding that the stream leaves behind. */
  readonly lastEncoding: Encoding;

  constructor(commands: Iterable<Command>) {
    execute(this.#printer, START);
    for (const command of commands) this.#carryOut(command);
    this.lastEncoding = this.#printer.settings.encoding;
    this.#encodingSet = true;
    this.#endLabel();
    for (const format of this.#recorded) {
      const last = format.at(-1);
      if (last === undefined || this.#replayed.has(last)) continue;
      for (const command of format) this.#carryOut(command);
      this.#endLabel();
    }
  }

  /** How a data command is taken; one that the bounds of the reading leave out fills a slot at most. */
  dataOf(command: Command): ReadData {
    return this.#reads.get(command.start) ?? this.#unread(command);
  }

  #unread(command: Command): ReadData {
    const { field, settings } = this.#printer;
    return { command, encoding: settings.encoding, hexIndicator: null, clocks: field.clocks, uses: [] };
  }

  #replay(command: Command): boolean {
    if (this.#replaysLeft-- <= 0) return false;
    this.#replayed.add(command);
    this.#carryOut(command);
    return true;
  }

  #carryOut(command: Command): void {
    const printer = this.#printer;
    const { name } = command;
    if (name === '^XZ') this.#endLabel();
    else if (printer.label?.recording) execute(printer, command);
    else if (DATA_COMMANDS.has(name)) this.#data(command);
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
    let read = this.#reads.get(command.start);
    if (read === undefined) {
      read = { command, encoding: printer.settings.encoding, hexIndicator, clocks, uses: [] };
      this.#reads.set(command.start, read);
    } else if (read.hexIndicator !== hexIndicator) {
      read.hexIndicator = null;
    }
    if (data === null || data === before) return;
    this.#readOf.set(data, read);
    if (!this.#encodingSet) this.beforeEncoding.push(read);
  }

  #endLabel(): void {
    const printer = this.#printer;
    closeField(printer);
    const { label } = printer;
    if (label !== null) {
      for (const item of label.items) if (item.kind === 'pending') this.#show(label, item);
      if (label.recording !== null) this.#recorded.push(label.recording.commands);
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
    const read = this.#readOf.get(data);
    if (read === undefined) return;
    const { embedIndicator, clocks } = item.field;
    const element = item.field.barcode === null ? null : item.draw(data);
    const barcode = element?.kind === 'barcode' ? element : null;
    const manner =
      barcode === null
        ? { encoding: data.encoding, block: blockOf(item.field), barcode: null }
        : barcodeManner(data.encoding, barcode);
    read.uses.push({ manner, embedIndicator, clocks });
    const embedded = embedIndicator === null ? NO_SLOTS : this.#embed(label, data, embedIndicator, manner);
    const shown = { data: read, embedIndicator, embedded };
    if (barcode !== null) this.barcodes.push({ ...shown, manner, element: barcode });
    else if (manner.block !== null)
      this.blocks.push({ ...shown, manner: { ...manner, block: manner.block } });
  }

  /** What `^FE` embeds in the data, by slot; noted as shown in that manner. */
  #embed(label: OpenLabel, data: FieldData, indicator: string, manner: Manner): Embedding['reads'] {
    let embedding = this.#embeddings.get(data);
    if (embedding?.indicator !== indicator) {
      embedding = this.#embedding(label, data, indicator);
      this.#embeddings.set(data, embedding);
    }
    // Many fields may show the same data in the same manner.
    const key = `${manner.barcode === null ? 'text' : 'bars'} ${escapesOf(manner)}`;
    if (embedding.noted.has(key)) return embedding.reads;
    embedding.noted.add(key);
    const use = { manner, embedIndicator: null, clocks: NO_CLOCKS };
    const unescaped = { ...use, manner: { encoding: manner.encoding, block: null, barcode: null } };
    for (const [slot, { uses }] of embedding.reads) {
      uses.push(use);
      // Where a part is cut out, no escape may be cut in two.
      if (embedding.cut.has(slot)) uses.push(unescaped);
    }
    return embedding.reads;
  }

  #embedding(label: OpenLabel, data: FieldData, indicator: string): Embedding {
    const reads = new Map<number, ReadData>();
    const cut = new Set<number>();
    for (const { slot, part } of references(data.bytes, indicator)) {
      const value = reads.has(slot) ? null : slotData(label, slot);
      const read = value === null ? undefined : this.#readOf.get(value);
      if (read !== undefined) reads.set(slot, read);
      if (part !== null) cut.add(slot);
    }
    return { indicator, reads, cut, noted: new Set() };
  }
}

/** What one label's data embeds under an indicator. */
interface Embedding {
  readonly indicator: string;
  readonly reads: ReadonlyMap<number, ReadData>;
  /** The slots of which it takes a part. */
  readonly cut: ReadonlySet<number>;
  /** Manners in which it was shown. */
  readonly noted: Set<string>;
}

const NO_CLOCKS: ReadonlyMap<string, ClockOffset> = new Map();
const NO_SLOTS: ReadonlyMap<number, ReadData> = new Map();

const START = bareCommand('^XA');
const END = bareCommand('^XZ');

function bareCommand(name: string): Command {
  return { name, params: '' as ByteString, delimiter: ',', start: 0, paramsStart: 0, end: 0 };
}

function blockOf({ block }: Readonly<Field>): Block | null {
  return block === null ? null : block.kind === 'block' ? 'field-block' : 'text-block';
}
