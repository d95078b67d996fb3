import type { ByteString } from './byte-string.ts';

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
  /** Where the prefix stands. */
  readonly start: number;
  /** Where `params` begins. */
  readonly paramsStart: number;
  /** One past the last byte of `params`. */
  readonly end: number;
}

/** The characters that introduce commands, which a stream can change. */
export interface Prefixes {
  readonly format: string;
  readonly control: string;
  readonly delimiter: string;
}

export const DEFAULT_PREFIXES: Prefixes = { format: '^', control: '~', delimiter: ',' };

/** Control commands that end field data; any other `~` in it is data (measured on a ZD621). */
const CONTROL_COMMANDS = new Set(
  (
    'CC CD CT DB DE DG DN DS DT DU DY EG HB HD HI HM HQ HS HU JA JB JC JD JE JF JG JH JI JJ JK JL JM JN JO JP ' +
    'JQ JR JS JT JU JV JW JX KB NC NR NT PH PL PM PP PR PS RO SD SE TA WC WQ'
  ).split(' '),
);

/** Commands whose parameters are data, in which an unknown `~` stands for itself. */
const DATA_COMMANDS = new Set(['^FD', '^FV', '^FX', '^SN']);

/** Single bytes that printers read as commands. */
const CONTROL_BYTES: Readonly<Record<string, string>> = { '\x02': '^XA', '\x03': '^XZ', '\x0f': '^FS' };

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
  let { format, control, delimiter } = initial;
  let at = nextPrefix(source, 0, format, control, false);
  while (at < source.length) {
    const first = source[at] as string;
    const alias = CONTROL_BYTES[first];
    if (alias !== undefined) {
      const next = nextPrefix(source, at + 1, format, control, false);
      yield command(alias, source, delimiter, at, at + 1, next);
      at = next;
      continue;
    }
    const prefix = first === format ? '^' : '~';
    const nameEnd = endOfName(source, at, prefix, format, control);
    if (nameEnd === undefined) {
      at = nextPrefix(source, at + 1, format, control, false);
      continue;
    }
    const name = prefix + source.slice(at + 1, nameEnd).toUpperCase();
    const changed = PREFIX_CHANGES[name.slice(1)];
    if (changed !== undefined) {
      // Exactly the next character, whatever it is: `^CD,` and `~CC^` leave things as they were.
      const end = Math.min(nameEnd + 1, source.length);
      const character = source.slice(nameEnd, end);
      if (character !== '') {
        if (changed === 'format') format = character;
        else if (changed === 'control') control = character;
        else delimiter = character;
      }
      yield command(name, source, delimiter, at, nameEnd, end);
      at = nextPrefix(source, end, format, control, false);
      continue;
    }
    const end =
      binaryEnd(name, source, nameEnd, delimiter) ??
      nextPrefix(source, nameEnd, format, control, DATA_COMMANDS.has(name));
    yield command(name, source, delimiter, at, nameEnd, end);
    at = nextPrefix(source, end, format, control, false);
  }
}

const PREFIX_CHANGES: Readonly<Record<string, keyof Prefixes>> = {
  CC: 'format',
  CD: 'delimiter',
  CT: 'control',
};

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

/** Where the name that starts at `at` ends, or undefined when the next prefix comes first. */
function endOfName(
  source: ByteString,
  at: number,
  prefix: '^' | '~',
  format: string,
  control: string,
): number | undefined {
  // ^A takes its font as the second character of the name, so only "A" belongs to the name here.
  const length = prefix === '^' && (source[at + 1] === 'A' || source[at + 1] === 'a') ? 1 : 2;
  for (let i = at + 1; i <= at + length; i++) {
    const c = source[i];
    if (c === undefined || c === format || c === control || CONTROL_BYTES[c] !== undefined) return undefined;
  }
  return at + 1 + length;
}

/** The first prefix or control byte at or after `from`. In field data, `~` must begin a known command. */
function nextPrefix(
  source: ByteString,
  from: number,
  format: string,
  control: string,
  inData: boolean,
): number {
  for (let i = from; i < source.length; i++) {
    const c = source[i] as string;
    if (c === format) return i;
    if (c === control) {
      if (!inData || CONTROL_COMMANDS.has(source.slice(i + 1, i + 3).toUpperCase())) return i;
    } else if (c <= '\x0f' && CONTROL_BYTES[c] !== undefined) {
      return i;
    }
  }
  return source.length;
}

/** The end of a payload that is counted rather than delimited: `^GFB`, `^GFC`, `~DY` in formats B and C. */
function binaryEnd(name: string, source: ByteString, from: number, delimiter: string): number | undefined {
  if (name !== '^GF' && name !== '~DY') return undefined;
  const commas = name === '^GF' ? 4 : 5;
  const fields: string[] = [];
  let at = from;
  for (let i = 0; i < commas; i++) {
    // The longest header is a drive, a name and four numbers; far beyond that there is no header to read.
    const comma = source.slice(at, at + 64).indexOf(delimiter);
    if (comma < 0) return undefined;
    fields.push(source.slice(at, at + comma));
    at += comma + 1;
  }
  const kind = (name === '^GF' ? fields[0] : fields[1])?.trim().toUpperCase();
  if (kind !== 'B' && kind !== 'C') return undefined;
  const count = Number.parseInt((name === '^GF' ? fields[1] : fields[3]) ?? '', 10);
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
