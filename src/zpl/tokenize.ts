import type { ByteString } from './byte-string.ts';
import { COMMAND_TABLE, type PrefixName, type Slot } from './command-table/command-table.ts';
import { PICTURE_PARAMETERS } from './picture-parameters.ts';

/** One command of a ZPL stream. Offsets are bytes into the stream. */
export interface Command {
  /**
   * Canonical name, whatever prefix was in force: `^` or `~` and two upper-case characters. `^A` stands for
   * every font (`^A0`, `^AD`), with the font's letter as the first character of `params`.
   */
  readonly name: string;
  /** Everything between the name and the next command, as sent; the exact payload for binary graphics. */
  readonly params: ByteString;
  /** The delimiter in force, one character: `,` unless `^CD` changed it. */
  readonly delimiter: string;
  /** The index of the prefix. */
  readonly start: number;
  /** The index at which `params` begins. */
  readonly paramsStart: number;
  /** One past the last byte of `params`. */
  readonly end: number;
}

/** A command without parameters that is part of no stream. */
export function bareCommand(name: string): Command {
  return { name, params: '' as ByteString, delimiter: ',', start: 0, paramsStart: 0, end: 0 };
}

/** The characters that introduce commands, which a stream can change. */
export type Prefixes = Readonly<Record<PrefixName, string>>;

export const DEFAULT_PREFIXES: Prefixes = { format: '^', control: '~', delimiter: ',' };

/** Control commands that end field data; any other `~` in it is data (printer evidence 1). */
const CONTROL_COMMANDS = new Set(
  (
    'CC CD CT DB DE DG DN DS DT DU DY EG HB HD HI HM HQ HS HU JA JB JC JD JE JF JG JH JI JJ JK JL JM JN JO JP ' +
    'JQ JR JS JT JU JV JW JX KB NC NR NT PH PL PM PP PR PS RO SD SE TA WC WQ'
  ).split(' '),
);

/** Single bytes that printers read as commands. */
const CONTROL_BYTES: Readonly<Record<string, string>> = { '\x02': '^XA', '\x03': '^XZ', '\x0f': '^FS' };
const CONTROL_CHARACTERS = Object.keys(CONTROL_BYTES);

/**
 * Walks a ZPL stream command by command, honouring `^CC`, `^CD` and `^CT` from where they stand. Bytes before
 * the first command, and unknown names, are passed over as a printer does: a name is any two characters after
 * a prefix, and an incomplete one ends at the next prefix.
 *
 * Runs in one pass; what it yields is in the order of the stream and never overlaps.
 */
export function* tokenize(
  source: ByteString,
  initial: Prefixes = DEFAULT_PREFIXES,
): Generator<Command, void, undefined> {
  const starts = new CommandStarts(source, initial);
  let { delimiter } = initial;
  let at = starts.from(0);
  while (at < source.length) {
    const first = source[at] as string;
    const alias = CONTROL_BYTES[first];
    if (alias !== undefined) {
      const next = starts.from(at + 1);
      yield command(alias, source, delimiter, at, at + 1, next);
      at = next;
      continue;
    }
    const prefix = first === starts.format ? '^' : '~';
    // ^A takes its font as the second character of the name, so only "A" belongs to the name here.
    const nameEnd = at + (prefix === '^' && (source[at + 1] === 'A' || source[at + 1] === 'a') ? 2 : 3);
    const following = starts.from(at + 1);
    if (following < nameEnd) {
      at = following;
      continue;
    }
    const name = canonicalName(source, at, nameEnd, prefix);
    const special = SPECIAL.get(name);
    const changed = special?.prefix;
    if (changed !== undefined) {
      // Exactly the next character, whatever it is: `^CD,` and `~CC^` leave things as they were.
      const end = Math.min(nameEnd + 1, source.length);
      const character = source.slice(nameEnd, end);
      if (character !== '') {
        if (changed === 'delimiter') delimiter = character;
        else starts.change(changed, character);
      }
      yield command(name, source, delimiter, at, nameEnd, end);
      at = starts.from(end);
      continue;
    }
    const end =
      (special?.counted && binaryEnd(special.counted, source, nameEnd, delimiter)) ??
      (special?.holdsText ? starts.fromData(nameEnd) : starts.from(nameEnd));
    yield command(name, source, delimiter, at, nameEnd, end);
    at = starts.from(end);
  }
}

/** A stream of more bytes is not kept. */
const KEPT_BYTES_MAX = 65_536;

let kept: { readonly source: ByteString; readonly commands: readonly Command[] } | undefined;

/** Keeps the commands of a stream that may be read again next, as a saved label is that has no placeholder. */
export function keepCommands(source: ByteString, commands: readonly Command[]): void {
  if (source.length <= KEPT_BYTES_MAX) kept = { source, commands };
}

/**
 * Commands of a stream that is read several times in turn; {@link commandsOf} returns them without reading it again.
 */
export function readAhead(source: ByteString): Iterable<Command> {
  if (source.length > KEPT_BYTES_MAX) return tokenize(source);
  const commands = [...tokenize(source)];
  keepCommands(source, commands);
  return commands;
}

/** The commands of {@link tokenize}, without reading the stream again if it was kept last. */
export function commandsOf(source: ByteString): Iterable<Command> {
  return kept?.source === source ? kept.commands : tokenize(source);
}

/** A character, and its next index in the stream. */
interface Mark {
  readonly character: string;
  at: number;
}

/**
 * Finds where the next command begins. The few characters that begin one are each searched for ahead: a native search
 * passes over a picture much faster than a look at every byte. No byte is searched twice for the same character,
 * however often prefixes change.
 */
class CommandStarts {
  readonly #source: ByteString;
  /** Places of all characters that have been prefixes. */
  readonly #marks: Mark[] = [];
  readonly #controlBytes: readonly Mark[];
  #format: Mark;
  #control: Mark;

  constructor(source: ByteString, { format, control }: Prefixes) {
    this.#source = source;
    this.#controlBytes = CONTROL_CHARACTERS.map((character) => ({ character, at: -1 }));
    this.#format = this.#mark(format);
    this.#control = this.#mark(control);
  }

  get format(): string {
    return this.#format.character;
  }

  get control(): string {
    return this.#control.character;
  }

  change(prefix: 'format' | 'control', character: string): void {
    if (prefix === 'format') this.#format = this.#mark(character);
    else this.#control = this.#mark(character);
  }

  /** The first prefix or control byte at or after `from`, which never goes back. */
  from(from: number): number {
    let first = Math.min(this.#next(this.#format, from), this.#next(this.#control, from));
    for (const byte of this.#controlBytes) first = Math.min(first, this.#next(byte, from));
    return first;
  }

  /** The first one in field data, where `~` must begin a known command. */
  fromData(from: number): number {
    for (let at = from; ; at++) {
      at = this.from(at);
      const isLone = at === this.#control.at && at !== this.#format.at && at < this.#source.length;
      if (!isLone || CONTROL_COMMANDS.has(this.#source.slice(at + 1, at + 3).toUpperCase())) return at;
    }
  }

  #next(mark: Mark, from: number): number {
    if (mark.at < from) {
      const at = this.#source.indexOf(mark.character, from);
      mark.at = at < 0 ? this.#source.length : at;
    }
    return mark.at;
  }

  #mark(character: string): Mark {
    for (const mark of this.#marks) if (mark.character === character) return mark;
    const mark = { character, at: -1 };
    this.#marks.push(mark);
    return mark;
  }
}

/**
 * Names by their characters. Making a string for each command and comparing it takes half as long again to tokenize,
 * and a seventh longer to parse (`npm run bench -- zpl`).
 */
const NAMES = new Map<number, string>();

/** More than there are commands, in upper and lower case. */
const NAMES_MAX = 4096;

function canonicalName(source: ByteString, at: number, nameEnd: number, prefix: '^' | '~'): string {
  const second = nameEnd - at > 2 ? source.charCodeAt(at + 2) : 0;
  const key = (source.charCodeAt(at + 1) * 256 + second) * 2 + (prefix === '^' ? 0 : 1);
  let name = NAMES.get(key);
  if (name === undefined) {
    const made = prefix + source.slice(at + 1, nameEnd).toUpperCase();
    // As a key it is one object with the constants it is compared with: 20.0 µs to tokenize the carrier label for 21.4.
    name = Object.keys({ [made]: null })[0] as string;
    if (NAMES.size < NAMES_MAX) NAMES.set(key, name);
  }
  return name;
}

function command(
  name: string,
  source: ByteString,
  delimiter: string,
  start: number,
  paramsStart: number,
  end: number,
): Command {
  return { name, params: source.slice(paramsStart, end) as ByteString, delimiter, start, paramsStart, end };
}

/** Start, kind and length of a binary payload. */
interface Counted {
  readonly data: Slot;
  readonly coding: Slot;
  readonly count: Slot;
}

/** Commands whose payload may be counted: each of its bytes is a part of a picture or a font. */
export const COUNTED_COMMANDS: ReadonlyMap<string, Counted> = new Map(
  Object.entries(PICTURE_PARAMETERS).flatMap(([name, { data, coding, sent, total }]) =>
    coding === undefined ? [] : [[name, { data, coding, count: sent ?? total }]],
  ),
);

/** A command that does not end where the next one begins, or that changes where others begin. */
interface Special {
  readonly prefix: PrefixName | undefined;
  readonly holdsText: boolean;
  readonly counted: Counted | undefined;
}

const SPECIAL: ReadonlyMap<string, Special> = new Map(
  [...COMMAND_TABLE].flatMap(([name, { prefix, holds }]) => {
    const counted = COUNTED_COMMANDS.get(name);
    if ((prefix ?? holds ?? counted) === undefined) return [];
    return [[name, { prefix, holdsText: holds !== undefined, counted }]];
  }),
);

/** The end of a payload that is counted rather than delimited: `^GFB`, `^GFC`, `~DY` in formats B and C. */
function binaryEnd(
  counted: Counted,
  source: ByteString,
  from: number,
  delimiter: string,
): number | undefined {
  const fields: string[] = [];
  let at = from;
  while (fields.length < counted.data.at) {
    // The longest header is a drive, a name and four numbers; anything much longer is no header.
    const comma = source.slice(at, at + 64).indexOf(delimiter);
    if (comma < 0) return undefined;
    fields.push(source.slice(at, at + comma));
    at += comma + 1;
  }
  const coding = fields[counted.coding.at]?.trim().toUpperCase();
  if (coding !== 'B' && coding !== 'C') return undefined;
  const count = Number.parseInt(fields[counted.count.at] ?? '', 10);
  if (!(count > 0)) return undefined;
  // A count beyond the stream is wrong: the payload then ends where any other does.
  return at + count <= source.length ? at + count : undefined;
}

/** Line and column of a byte offset, both from 1; columns count bytes. */
export function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = source.indexOf('\n'); i >= 0 && i < offset; i = source.indexOf('\n', i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
