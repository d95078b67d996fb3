import { createHash } from 'node:crypto';
import type { ByteString } from '../zpl/byte-string.ts';
import { DRAWS_STORED, STORES_OBJECT } from '../zpl/command-table/command-table.ts';
import type { Command } from '../zpl/tokenize.ts';
import type { FixedVariable } from './literal-braces.ts';
import type { Notes } from './note.ts';
import { type Group, isSetting, type Piece, setupOf } from './pieces.ts';
import { type ImportedVariable, type LabelNote, VariablePlacer } from './place-variables.ts';
import { objectName, uselessDownloads } from './stored-names.ts';
import type { PrintedLabel } from './stream-reader.ts';
import { type Leaves, writeLabel } from './write-label.ts';

/** A label that was made of a stream. */
export interface ImportedLabel {
  readonly zpl: string;
  readonly variables: readonly ImportedVariable[];
  /** As a bundle has them. */
  readonly fieldTransforms: readonly FixedVariable[];
  /** `^PW` and `^LL` in dots; null where the stream has none. */
  readonly widthDots: number | null;
  readonly heightDots: number | null;
  /** The index among the labels that the stream prints, from 0. */
  readonly index: number;
  /** Values of each time that the stream prints this label, by the names of variables; the first ones only. */
  readonly records: readonly Readonly<Record<string, string>>[];
  /** How often the stream prints this label. */
  readonly printed: number;
  /** Commands of the stream that draw the pictures of the label, in the order of the label. */
  readonly pictures: readonly Command[];
}

/** Records of a label that are kept. */
const RECORDS_MAX = 1000;

const DELETIONS: ReadonlySet<string> = new Set(['^ID', '^EG', '~EG']);

/** How labels are made of what a stream prints. */
export interface MakerOptions {
  /** Leaves out commands that set up the printer. */
  readonly removesSetup: boolean;
  /** `{name}` in the stream is a placeholder already; otherwise it is text, and stays text. */
  readonly keepsPlaceholders: boolean;
}

interface Draft extends Omit<ImportedLabel, 'zpl' | 'records' | 'printed' | 'pictures'> {
  /** The groups that the stream sends before it, and after it if it is the last. */
  readonly groups: Group[];
  readonly records: Readonly<Record<string, string>>[];
  printed: number;
}

/** Makes the labels of a stream that differ, each with the commands of earlier ones that it depends on. */
export class LabelMaker {
  readonly #zpl: ByteString;
  readonly #notes: Notes;
  readonly #options: MakerOptions;
  /** Groups sent so far on which labels depend. */
  readonly #before: Group[] = [];
  /** By the text of the label alone. */
  readonly #drafts = new Map<string, Draft>();
  /** Deletions of objects that the label does not need any more, or that only the printer has. */
  readonly #deletions = new Set<Piece>();
  /** Digests of the stored objects, by name. */
  readonly #stored = new Map<string, string>();
  /** The text of each group before a label that is known. */
  readonly #known = new Set<string>();
  /** Commands (`^FN`) whose variables are noted. */
  readonly #fields = new Set<Command>();
  /** Each `^PQ` with a note, together with the index of its label. */
  readonly #quantities = new Set<string>();
  #count = 0;
  /** Groups after the last label. */
  #after: Group[] = [];

  constructor(zpl: ByteString, notes: Notes, options: MakerOptions) {
    this.#zpl = zpl;
    this.#notes = notes;
    this.#options = options;
  }

  /** The number of labels that differ. */
  get differing(): number {
    return this.#drafts.size;
  }

  /** Takes commands that print nothing. */
  rest(group: Group): void {
    this.#after.push(group);
    this.#followStores(group.pieces);
  }

  /** Takes a label: a new one, or another record of a known one. */
  label(label: PrintedLabel): void {
    for (const group of this.#after) {
      const text = textOf(this.#zpl, group.pieces);
      // A driver sends the same settings before each label.
      if (!this.#known.has(text)) this.#before.push(group);
      this.#known.add(text);
    }
    this.#after = [];
    this.#followStores(label.pieces);
    const index = this.#count++;
    const { keepsPlaceholders } = this.#options;
    const { variables, fieldTransforms, notes } = new VariablePlacer(label.fields, keepsPlaceholders).place();
    const own: Group = { kind: 'format', pieces: label.pieces };
    const { printWidth: widthDots, labelLength: heightDots } = label;
    const key = JSON.stringify([
      writeLabel(this.#zpl, [own], (piece) => this.#isApart(piece)).trim(),
      widthDots,
      heightDots,
      this.#drawnBy(label.pieces),
    ]);
    const record = Object.fromEntries(variables.map(({ name, sample }) => [name, sample]));
    const known = this.#drafts.get(key);
    if (known !== undefined) {
      known.printed++;
      if (known.records.length < RECORDS_MAX) known.records.push(record);
      this.#noteQuantities(label, known.index);
      return;
    }
    this.#noteFields(notes);
    const groups = [...this.#before, own];
    this.#drafts.set(key, {
      groups,
      variables,
      fieldTransforms,
      widthDots,
      heightDots,
      index,
      records: [record],
      printed: 1,
    });
    this.#before.push({ kind: 'format', pieces: this.#carriedOf(label.pieces) });
    this.#noteSerials(label);
    this.#noteQuantities(label, index);
  }

  /** Whether a piece makes no difference between labels: quantities, and commands that are left out. */
  #isApart(piece: Piece): boolean {
    return piece.command.name === '^PQ' || (this.#options.removesSetup && setupOf(piece) !== undefined);
  }

  /** A field of a stored format is the same in every label that recalls it. */
  #noteFields(notes: readonly LabelNote[]): void {
    for (const { severity, code, command, message, suggestion } of notes) {
      if (code !== 'field' || !this.#fields.has(command)) {
        this.#notes.add(severity, code, command, message, suggestion);
      }
    }
    for (const { code, command } of notes) if (code === 'field') this.#fields.add(command);
  }

  /** Pieces of a label that affect later ones; a repeated setting once. */
  #carriedOf(pieces: readonly Piece[]): readonly Piece[] {
    const sent = (piece: Piece): string => textOf(this.#zpl, [piece]).trim();
    const carried = pieces.filter(isCarried);
    return carried.filter((piece, i) => {
      const next = carried[i + 1];
      return next === undefined || !isSetting(piece.command) || sent(piece) !== sent(next);
    });
  }

  /** The stored pictures that a label draws. */
  #drawnBy(pieces: readonly Piece[]): readonly (string | undefined)[] {
    const drawing = pieces.filter(({ command }) => DRAWS_STORED.has(command.name));
    return drawing.map(({ command }) => this.#stored.get(objectName(command)));
  }

  #followStores(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const { name } = piece.command;
      if (DELETIONS.has(name) && this.#stored.size === 0) this.#deletions.add(piece);
      if (name !== '^IS' && !STORES_OBJECT.has(name)) continue;
      // `^IS` stores the whole of its label.
      const bytes = name === '^IS' ? textOf(this.#zpl, pieces) : textOf(this.#zpl, [piece]);
      this.#stored.set(objectName(piece.command), createHash('sha1').update(bytes).digest('base64'));
    }
  }

  #noteSerials({ fields }: PrintedLabel): void {
    for (const { command } of fields.serials) {
      this.#notes.add(
        'warning',
        'serial',
        command,
        `${command.name} counts in the printer only`,
        'use a variable with serial numbers as its values',
      );
    }
  }

  /** @param index of the label that it is a record of. */
  #noteQuantities({ pieces }: PrintedLabel, index: number): void {
    for (const { command } of pieces) {
      const [params = ''] = command.name === '^PQ' ? command.params.split(command.delimiter) : [];
      const quantity = params.trim();
      const key = `${index} ${quantity}`;
      if (Number.parseInt(quantity, 10) > 1 && !this.#quantities.has(key)) {
        this.#quantities.add(key);
        this.#notes.add(
          'warning',
          'quantity',
          command,
          `^PQ prints ${quantity} of each label`,
          '"copies" of a request, or copies of a batch',
        );
      }
    }
  }

  /** All labels, in the order of the stream. */
  finish(): readonly ImportedLabel[] {
    const drafts = [...this.#drafts.values()];
    drafts.at(-1)?.groups.push(...this.#after);
    for (const { pieces } of this.#after) {
      for (const piece of pieces) if (DELETIONS.has(piece.command.name)) this.#deletions.add(piece);
    }
    return drafts.map(({ groups, ...draft }) => ({ ...draft, ...this.#write(groups, drafts.length > 1) }));
  }

  #write(groups: readonly Group[], isOneOfSeveral: boolean): Pick<ImportedLabel, 'zpl' | 'pictures'> {
    const { removesSetup } = this.#options;
    const drawing = groups.flatMap(({ pieces }) => pieces.map(({ command }) => command)).filter(isPicture);
    const useless = uselessDownloads(groups, isOneOfSeveral ? new Set(drawing.map(objectName)) : null);
    const leaves: Leaves = (piece) => {
      if (useless.has(piece)) return true;
      const setup = this.#deletions.has(piece) ? 'stored objects' : setupOf(piece);
      if (setup !== undefined) noteSetup(piece, setup, removesSetup, this.#notes);
      return setup !== undefined && removesSetup;
    };
    return { zpl: writeLabel(this.#zpl, groups, leaves), pictures: drawing };
  }
}

/** Notes a command that sets up the printer, and whether it is left out. */
function noteSetup({ command }: Piece, setup: string, isRemoved: boolean, notes: Notes): void {
  const shown = command.name + command.params.trim().slice(0, 20);
  const message = `${shown} sets up the printer (${setup})`;
  notes.add('info', 'setup', command, isRemoved ? `${message} and is left out` : message);
}

/** Whether a command draws a picture. */
export function isPicture({ name }: Command): boolean {
  return name === '^GF' || DRAWS_STORED.has(name);
}

/** The sent bytes from the first of these pieces to the last. */
function textOf(zpl: ByteString, pieces: readonly Piece[]): string {
  return zpl.slice(pieces[0]?.command.start, pieces.at(-1)?.command.end);
}

/** Whether a command affects later labels. */
function isCarried({ command }: Piece): boolean {
  return (
    isSetting(command) || command.name === '^XA' || command.name === '^XZ' || command.name.startsWith('~D')
  );
}
