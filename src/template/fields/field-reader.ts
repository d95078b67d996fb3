import type { ByteString } from '../../zpl/byte-string.ts';
import type { Diagnostic } from '../../zpl/diagnostic.ts';
import { DEFAULT_ENCODING, decodeText, endsWithinCharacter, nameOfEncoding } from '../../zpl/encoding.ts';
import { spanOf } from '../../zpl/printer.ts';
import type { Command, Prefixes } from '../../zpl/tokenize.ts';
import type { TokenTable } from '../placeholders/token-table.ts';
import type { BarcodeCheck } from './barcode-check.ts';
import type { BlockCheck } from './control-check.ts';
import type { DataField } from './data-field.ts';
import { cutField, type DataSource, type FieldPart } from './data-source.ts';
import { type DataSyntax, escapeOfBlock } from './data-syntax.ts';
import type { DataCommand, DryRun, ShownBarcode } from './dry-run.ts';
import { LabelSyntaxes } from './label-syntaxes.ts';
import type { SavedCommand } from './saved-commands.ts';
import { SavedData } from './saved-data.ts';
import type { SecondPass } from './second-pass.ts';

const DEFAULT_INDICATOR = '_';

interface EmbeddedSources {
  /** Equal for all that embed the same data. */
  readonly id: number;
  /** Some of them have placeholders. */
  readonly areDynamic: boolean;
  readonly byFieldNumber: Readonly<Record<number, DataSource>>;
}

/**
 * Finds the dynamic fields among the data commands, then the barcodes and blocks of text that show them and must be
 * checked with each record's values.
 */
export class FieldReader {
  readonly #zpl: ByteString;
  readonly #dryRun: DryRun;
  readonly #table: TokenTable;
  readonly #diagnostics: Diagnostic[];
  readonly #everyPrefix: string;
  readonly #syntaxes = new LabelSyntaxes();
  readonly #fields = new Map<DataCommand, DataField>();
  readonly #embedded = new Map<ShownBarcode['embedded'], EmbeddedSources>();
  readonly #embeddedIds = new Map<string, number>();

  constructor(
    zpl: ByteString,
    dryRun: DryRun,
    table: TokenTable,
    diagnostics: Diagnostic[],
    everyPrefix: string,
  ) {
    this.#zpl = zpl;
    this.#dryRun = dryRun;
    this.#table = table;
    this.#diagnostics = diagnostics;
    this.#everyPrefix = everyPrefix;
  }

  /** Takes the next command of the stream; returns its dynamic field, or null where it has no placeholder. */
  take({ command, prefixes }: SavedCommand): DataField | null {
    if (command.name !== '^FD' && command.name !== '^FV' && command.name !== '^SN') return null;
    const dataCommand = this.#dryRun.dataOf(command);
    const { hexIndicator } = dataCommand;
    const params = splitParams(command).map((saved) => {
      const data = new SavedData(saved, hexIndicator);
      return { data, placeholders: data.placeholders(dataCommand.encoding) };
    });
    if (params.every(({ placeholders }) => placeholders.length === 0)) return null;
    const isSerial = command.name === '^SN';
    const delimiter = isSerial ? command.delimiter : '';
    const indicator = hexIndicator ?? freeIndicator(prefixes.format + prefixes.control + delimiter);
    const { syntaxes, key } = this.#syntaxes.of(dataCommand);
    const rules = { indicator, prefixes, delimiter, everyPrefix: this.#everyPrefix, syntaxes };
    const escaping = this.#syntaxes.escaping(rules, key);
    const [dataParts = [], countParts = []] = params.map(({ data, placeholders }) =>
      cutField(data, placeholders, escaping, ({ token }) => this.#table.add(token)),
    );
    const { encoding } = syntaxes[0];
    if (!encoding.supported) {
      const reason = `values cannot be inserted under ${nameOfEncoding(encoding)}`;
      const at = { command: command.name, span: spanOf(command) };
      this.#diagnostics.push({ code: 'encoding-not-writable', ...at, reason });
    }
    const hex = hexIndicator === null ? hexCommand(prefixes, indicator) : '';
    const field: DataField = {
      kind: 'data',
      start: command.start,
      end: command.end,
      opening: (hex + this.#zpl.slice(command.start, command.paramsStart)) as ByteString,
      parts: dataParts.concat(countParts),
      dataParts: dataParts.length,
      escaping,
      syntaxes,
      clocks: [...dataCommand.clocks],
      closesEscapes: closesEscapes(dataCommand, syntaxes),
      secondPass: secondPassOf(dataCommand, syntaxes[0], dataParts, isSerial),
    };
    this.#fields.set(dataCommand, field);
    return field;
  }

  /** The barcodes that show values, once all commands are taken; the same one again is one check. */
  barcodes(): BarcodeCheck[] {
    const checks = new Map<string, BarcodeCheck>();
    for (const { element, syntax, data, embedIndicator, embedded } of this.#dryRun.barcodes) {
      const sources = this.#sourcesOf(embedded);
      if (!this.#fields.has(data) && !sources.areDynamic) continue;
      const { command, options, moduleWidth, ratio, height } = element;
      const field = { command, options, moduleWidth, ratio, height };
      const { start } = data.command;
      const key = JSON.stringify([
        start,
        embedIndicator,
        sources.id,
        field,
        this.#syntaxes.idOf(syntax.encoding),
      ]);
      if (checks.has(key)) continue;
      const embed = embedOf(embedIndicator, sources);
      checks.set(key, { field, syntax, source: this.#sourceOf(data), embed });
    }
    return [...checks.values()];
  }

  /** The blocks of text in which values follow text of the label that may have begun an escape. */
  blocks(): BlockCheck[] {
    const checks = new Map<string, BlockCheck>();
    for (const { syntax, data, embedIndicator, embedded } of this.#dryRun.blocks) {
      const sources = this.#sourcesOf(embedded);
      if (!this.#fields.has(data) && !sources.areDynamic) continue;
      const source = this.#sourceOf(data);
      if (source.closesEscapes) continue;
      const special = escapeOfBlock(syntax.block);
      const all = [source, ...Object.values(sources.byFieldNumber)];
      const begins = all.some(({ parts }) =>
        parts.some((part) => part.token === null && part.data.includes(special)),
      );
      if (!begins) continue;
      const key = JSON.stringify([
        data.command.start,
        embedIndicator,
        sources.id,
        this.#syntaxes.keyOf(syntax),
      ]);
      checks.set(key, { syntax, source, embed: embedOf(embedIndicator, sources) });
    }
    return [...checks.values()];
  }

  /**
   * Whether the stream prints something before it sets an encoding, and ends with one in which that would print
   * differently. To be asked once all commands are taken.
   */
  get reliesOnEncoding(): boolean {
    const { beforeEncoding, lastEncoding } = this.#dryRun;
    if (lastEncoding === DEFAULT_ENCODING) return false;
    return beforeEncoding.some((dataCommand) => {
      const { parts } = this.#sourceOf(dataCommand);
      return parts.some(
        ({ token, data }) =>
          token !== null || decodeText(DEFAULT_ENCODING, data) !== decodeText(lastEncoding, data),
      );
    });
  }

  /** Embedded sources, made once for all barcodes of a label that show the same data. */
  #sourcesOf(embedded: ShownBarcode['embedded']): EmbeddedSources {
    let sources = this.#embedded.get(embedded);
    if (sources !== undefined) return sources;
    const commands = [...embedded];
    const key = commands.map(([fieldNumber, { command }]) => `${fieldNumber}:${command.start}`).join();
    const id = this.#embeddedIds.get(key) ?? this.#embeddedIds.size;
    this.#embeddedIds.set(key, id);
    sources = {
      id,
      areDynamic: commands.some(([, dataCommand]) => this.#fields.has(dataCommand)),
      byFieldNumber: Object.fromEntries(
        commands.map(([fieldNumber, dataCommand]) => [fieldNumber, this.#sourceOf(dataCommand)]),
      ),
    };
    this.#embedded.set(embedded, sources);
    return sources;
  }

  #sourceOf(dataCommand: DataCommand): DataSource {
    return this.#fields.get(dataCommand) ?? literalSource(dataCommand);
  }
}

function embedOf(indicator: string | null, { byFieldNumber }: EmbeddedSources): BarcodeCheck['embed'] {
  return indicator === null ? null : { indicator, sources: byFieldNumber };
}

/** The first parameter of ^SN is the data, the rest count it up; a delimiter in a value must not end it. */
function splitParams({ name, params, delimiter }: Command): ByteString[] {
  const cut = name === '^SN' ? params.indexOf(delimiter) : -1;
  return cut < 0 ? [params] : ([params.slice(0, cut), params.slice(cut)] as ByteString[]);
}

function literalSource(dataCommand: DataCommand): DataSource {
  const [saved = '' as ByteString] = splitParams(dataCommand.command);
  const { decoded: data } = new SavedData(saved, dataCommand.hexIndicator);
  const syntax = { encoding: dataCommand.encoding, block: null, barcode: null };
  return {
    parts: [{ token: null, data, escaped: data }],
    dataParts: 1,
    syntaxes: [syntax],
    clocks: [...dataCommand.clocks],
    closesEscapes: false,
  };
}

/** True only if the data has one syntax and embeds nothing: {@link BlockCheck} handles other data. */
function closesEscapes({ uses }: DataCommand, syntaxes: DataSource['syntaxes']): boolean {
  const [{ block }] = syntaxes;
  return (
    block === 'field-block' &&
    syntaxes.length === 1 &&
    uses.every(({ embedIndicator }) => embedIndicator === null)
  );
}

function secondPassOf(
  { uses, clocks }: DataCommand,
  { encoding, barcode }: DataSyntax,
  parts: readonly FieldPart[],
  isSerial: boolean,
): SecondPass | null {
  const embedIndicators = new Set(uses.flatMap(({ embedIndicator }) => embedIndicator ?? []));
  const every = new Map([clocks, ...uses.map((use) => use.clocks)].flatMap((each) => [...each]));
  const serial = isSerial && barcode === null;
  const cutsCharacter =
    barcode === null &&
    parts.some(
      ({ token, data }, i) =>
        token === null && (parts[i + 1]?.token ?? null) !== null && endsWithinCharacter(encoding, data),
    );
  if (embedIndicators.size === 0 && every.size === 0 && !serial && !cutsCharacter) return null;
  return { embedIndicators: [...embedIndicators], clocks: [...every], serial, cutsCharacter };
}

/** The default indicator of `^FH`, or another one where that ends the data. */
function freeIndicator(ends: string): string {
  return [DEFAULT_INDICATOR, '\\', '$', '#'].find((indicator) => !ends.includes(indicator)) as string;
}

/** Without a prefix in its name, should the label use one of these letters so. */
function hexCommand({ format, control }: Prefixes, indicator: string): string {
  const name = /[FH]/.test(format + control) ? 'fh' : 'FH';
  return `${format}${name}${indicator === DEFAULT_INDICATOR ? '' : indicator}`;
}
