import type { ByteString } from '../../zpl/byte-string.ts';
import { DEFAULT_ENCODING, decodeText, type Encoding } from '../../zpl/encoding.ts';
import type { Diagnostic } from '../../zpl/label.ts';
import type { Command, Prefixes } from '../../zpl/tokenize.ts';
import type { TokenTable } from '../placeholders/token-table.ts';
import type { BarcodeCheck } from './barcode-check.ts';
import type { BlockCheck } from './control-check.ts';
import type { DataField } from './data-field.ts';
import { cutField, type DataSource } from './data-source.ts';
import { escapeOfBlock, escapesOf, type Manner } from './data-syntax.ts';
import type { ReadData, ShownBarcode, StreamReading } from './dry-run.ts';
import { makeSpelling, type Spelling, type SpellingRules } from './field-escaping.ts';
import { type SentCommand, spanOf } from './saved-commands.ts';
import { FieldData } from './saved-data.ts';
import type { Reread } from './second-pass.ts';

const DEFAULT_INDICATOR = '_';

interface EmbeddedSources {
  /** The same for what embeds the same data. */
  readonly id: number;
  /** Some of them have placeholders. */
  readonly areDynamic: boolean;
  readonly bySlot: Readonly<Record<number, DataSource>>;
}

/** Makes slots of the data commands with placeholders, and checks of the barcodes that show them. */
export class FieldReader {
  readonly #zpl: ByteString;
  readonly #reading: StreamReading;
  readonly #table: TokenTable;
  readonly #diagnostics: Diagnostic[];
  readonly #everyPrefix: string;
  readonly #spellings = new Map<string, Spelling>();
  readonly #encodings = new Map<Encoding, number>();
  readonly #fields = new Map<ReadData, DataField>();
  readonly #embedded = new Map<ShownBarcode['embedded'], EmbeddedSources>();
  readonly #embeddedIds = new Map<string, number>();

  constructor(
    zpl: ByteString,
    reading: StreamReading,
    table: TokenTable,
    diagnostics: Diagnostic[],
    everyPrefix: string,
  ) {
    this.#zpl = zpl;
    this.#reading = reading;
    this.#table = table;
    this.#diagnostics = diagnostics;
    this.#everyPrefix = everyPrefix;
  }

  /** Takes the next command; returns the dynamic field that it is, if any. */
  take({ command, prefixes }: SentCommand): DataField | null {
    if (command.name !== '^FD' && command.name !== '^FV' && command.name !== '^SN') return null;
    const read = this.#reading.dataOf(command);
    const { hexIndicator } = read;
    const pieces = piecesOf(command).map((piece) => {
      const data = new FieldData(piece, hexIndicator);
      return { data, placeholders: data.placeholders(read.encoding) };
    });
    if (pieces.every(({ placeholders }) => placeholders.length === 0)) return null;
    const indicator = hexIndicator ?? freeIndicator(prefixes);
    const { manners, key } = this.#mannersOf(read);
    const isSerial = command.name === '^SN';
    const special = this.#everyPrefix + (isSerial ? command.delimiter : '');
    const spelling = this.#spelling({ indicator, prefixes, special, manners }, key);
    const [dataParts = [], countParts = []] = pieces.map(({ data, placeholders }) =>
      cutField(data, placeholders, spelling, ({ token }) => this.#table.add(token)),
    );
    const { encoding } = manners[0];
    if (!encoding.supported) {
      const reason = `values cannot be inserted under ^CI${encoding.id}`;
      this.#diagnostics.push({ command: command.name, span: spanOf(command), reason });
    }
    const hex = hexIndicator === null ? hexCommand(prefixes, indicator) : '';
    const field: DataField = {
      kind: 'data',
      start: command.start,
      end: command.end,
      opening: (hex + this.#zpl.slice(command.start, command.paramsStart)) as ByteString,
      parts: dataParts.concat(countParts),
      dataParts: dataParts.length,
      spelling,
      manners,
      clocks: [...read.clocks],
      closesEscapes: closesEscapes(read, manners),
      reread: rereadOf(read, isSerial && manners[0].barcode === null),
    };
    this.#fields.set(read, field);
    return field;
  }

  /** The barcodes that show values, once all commands are taken; the same one again is one check. */
  barcodes(): BarcodeCheck[] {
    const checks = new Map<string, BarcodeCheck>();
    for (const { element, manner, data, embedIndicator, embedded } of this.#reading.barcodes) {
      const sources = this.#sourcesOf(embedded);
      if (!this.#fields.has(data) && !sources.areDynamic) continue;
      const { command, params, moduleWidth, ratio, height } = element;
      const field = { command, params, moduleWidth, ratio, height };
      const { start } = data.command;
      const key = JSON.stringify([start, embedIndicator, sources.id, field, this.#idOf(manner.encoding)]);
      if (checks.has(key)) continue;
      const embed = embedIndicator === null ? null : { indicator: embedIndicator, sources: sources.bySlot };
      checks.set(key, { field, manner, source: this.#sourceOf(data), embed });
    }
    return [...checks.values()];
  }

  /** The blocks of text that show values after text of the label's own that may have begun an escape. */
  blocks(): BlockCheck[] {
    const checks = new Map<string, BlockCheck>();
    for (const { manner, data, embedIndicator, embedded } of this.#reading.blocks) {
      const sources = this.#sourcesOf(embedded);
      if (!this.#fields.has(data) && !sources.areDynamic) continue;
      const source = this.#sourceOf(data);
      if (source.closesEscapes) continue;
      const special = escapeOfBlock(manner.block);
      const all = [source, ...Object.values(sources.bySlot)];
      const begins = all.some(({ parts }) =>
        parts.some((part) => part.token === null && part.data.includes(special)),
      );
      if (!begins) continue;
      const key = JSON.stringify([data.command.start, embedIndicator, sources.id, this.#mannerKey(manner)]);
      const embed = embedIndicator === null ? null : { indicator: embedIndicator, sources: sources.bySlot };
      checks.set(key, { manner, source, embed });
    }
    return [...checks.values()];
  }

  /**
   * Whether the stream, once all commands are taken, prints something under the encoding that it finds and
   * leaves another one, in which that would print otherwise.
   */
  get reliesOnEncoding(): boolean {
    const { beforeEncoding, lastEncoding } = this.#reading;
    if (lastEncoding === DEFAULT_ENCODING) return false;
    return beforeEncoding.some((read) => {
      const { parts } = this.#sourceOf(read);
      return parts.some(
        ({ token, data }) =>
          token !== null || decodeText(DEFAULT_ENCODING, data) !== decodeText(lastEncoding, data),
      );
    });
  }

  /** What is embedded, made once for all barcodes of a label that show the same data. */
  #sourcesOf(embedded: ShownBarcode['embedded']): EmbeddedSources {
    let sources = this.#embedded.get(embedded);
    if (sources !== undefined) return sources;
    const reads = [...embedded];
    const key = reads.map(([slot, { command }]) => `${slot}:${command.start}`).join();
    const id = this.#embeddedIds.get(key) ?? this.#embeddedIds.size;
    this.#embeddedIds.set(key, id);
    sources = {
      id,
      areDynamic: reads.some(([, read]) => this.#fields.has(read)),
      bySlot: Object.fromEntries(reads.map(([slot, read]) => [slot, this.#sourceOf(read)])),
    };
    this.#embedded.set(embedded, sources);
    return sources;
  }

  #sourceOf(read: ReadData): DataSource {
    return this.#fields.get(read) ?? literalSource(read);
  }

  /** How all fields that show the data read it; as plain text where the stream does not tell. */
  #mannersOf({ uses, encoding }: ReadData): { manners: DataSource['manners']; key: string } {
    const plain = { encoding, block: null, barcode: null };
    const byKey = new Map<string, Manner>();
    for (const { manner } of uses) byKey.set(this.#mannerKey(manner), manner);
    if (byKey.size === 0) byKey.set(this.#mannerKey(plain), plain);
    const [first = plain, ...others] = [...byKey.values()].toSorted(
      (one, other) => Number(one.barcode !== null) - Number(other.barcode !== null),
    );
    return { manners: [first, ...others], key: [...byKey.keys()].join(' ') };
  }

  #mannerKey(manner: Manner): string {
    return `${this.#idOf(manner.encoding)}${manner.barcode === null ? ' text' : ' bars'} ${escapesOf(manner)}`;
  }

  /** `^CI` with the same parameters gives another object each time where it remaps, and is rare then. */
  #idOf(encoding: Encoding): number {
    const known = this.#encodings.get(encoding) ?? this.#encodings.size;
    this.#encodings.set(encoding, known);
    return known;
  }

  /** Fields under the same rules share one. `mannersKey` tells manners apart. */
  #spelling(rules: SpellingRules, mannersKey: string): Spelling {
    const { indicator, prefixes, special } = rules;
    const key = JSON.stringify([indicator, prefixes, special, mannersKey]);
    let spelling = this.#spellings.get(key);
    if (spelling === undefined) {
      spelling = makeSpelling(rules);
      this.#spellings.set(key, spelling);
    }
    return spelling;
  }
}

/** The first parameter of ^SN is the data, the others count it up; a delimiter in a value must not end it. */
function piecesOf({ name, params, delimiter }: Command): ByteString[] {
  const cut = name === '^SN' ? params.indexOf(delimiter) : -1;
  return cut < 0 ? [params] : ([params.slice(0, cut), params.slice(cut)] as ByteString[]);
}

function literalSource(read: ReadData): DataSource {
  const [piece = '' as ByteString] = piecesOf(read.command);
  const { decoded: data } = new FieldData(piece, read.hexIndicator);
  const manner = { encoding: read.encoding, block: null, barcode: null };
  return {
    parts: [{ token: null, data, spelled: data }],
    dataParts: 1,
    manners: [manner],
    clocks: [...read.clocks],
    closesEscapes: false,
  };
}

/** Only where the field reads nothing else in the data, which {@link BlockCheck} sees to. */
function closesEscapes({ uses }: ReadData, manners: DataSource['manners']): boolean {
  const [{ block }] = manners;
  return (
    block === 'field-block' &&
    manners.length === 1 &&
    uses.every(({ embedIndicator }) => embedIndicator === null)
  );
}

function rereadOf({ uses, clocks }: ReadData, serial: boolean): Reread | null {
  const embedIndicators = new Set(uses.flatMap(({ embedIndicator }) => embedIndicator ?? []));
  const every = new Map([clocks, ...uses.map((use) => use.clocks)].flatMap((each) => [...each]));
  if (embedIndicators.size === 0 && every.size === 0 && !serial) return null;
  return { embedIndicators: [...embedIndicators], clocks: [...every], serial };
}

/** The default indicator of `^FH`, or another one where the label uses that as a prefix. */
function freeIndicator({ format, control }: Prefixes): string {
  const free = (indicator: string): boolean => indicator !== format && indicator !== control;
  return [DEFAULT_INDICATOR, '\\', '$'].find(free) as string;
}

function hexCommand({ format }: Prefixes, indicator: string): string {
  return `${format}FH${indicator === DEFAULT_INDICATOR ? '' : indicator}`;
}
