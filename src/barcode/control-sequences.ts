import { code128Mode } from './bc-code128.ts';
import { escapeCharacter } from './bx-data-matrix.ts';

/** Bytes of field data that a barcode reads together as something else than the characters that they are. */
export interface ControlSequence {
  readonly start: number;
  /** After its last byte. */
  readonly end: number;
  /** It stands for a character, or is a header that a value may bring whole: one value may hold all of it. */
  readonly fitsValue: boolean;
}

const NONE: readonly ControlSequence[] = [];

/**
 * The control sequences in a barcode's data, in order: invocation codes and digits of subset A in Code 128, escapes of
 * Data Matrix and PDF417, shifts of Code 93 and Code 49, the header of a QR Code, separators of GS1.
 *
 * @param params of the command, split at the delimiter
 * @param data after `^FH`
 */
export function controlSequences(
  command: string,
  params: readonly string[],
  data: string,
): readonly ControlSequence[] {
  const find = FINDERS[command];
  return find === undefined ? NONE : find(data, params);
}

type Finder = (data: string, params: readonly string[]) => readonly ControlSequence[];

const FINDERS: Readonly<Record<string, Finder>> = {
  '^B4': (data, params) => (/^\s*[0-5]\s*$/.test(params[3] ?? '') ? matches(data, /[<>][^]?|[:;?=]/g) : NONE),
  '^B7': pdf417Escapes,
  // A shift character and what it shifts.
  '^BA': (data) => matches(data, /[&'()][^]?/g),
  '^BC': code128Codes,
  '^BF': pdf417Escapes,
  '^BQ': (data) => (data[0] === 'D' ? mixedQr(data) : [headerOf(data, 0)]),
  '^BR': overfullComposite,
  '^BX': dataMatrixEscapes,
};

function matches(
  data: string,
  pattern: RegExp,
  fitsValue: (found: string) => boolean = () => false,
): readonly ControlSequence[] {
  return Array.from(data.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    fitsValue: fitsValue(found),
  }));
}

function pdf417Escapes(data: string): readonly ControlSequence[] {
  return data.includes('\\') ? matches(data, /\\[&\\]/g, (found) => found === '\\\\') : NONE;
}

/** An escape is two characters, but for those that take digits. */
const ESCAPE_LENGTHS: Readonly<Record<string, number>> = { 2: 11, 5: 5, d: 5 };

function dataMatrixEscapes(data: string, params: readonly string[]): readonly ControlSequence[] {
  const escape = escapeCharacter(params);
  if (escape === null || !data.includes(escape)) return NONE;
  const found: ControlSequence[] = [];
  for (let start = data.indexOf(escape); start >= 0; ) {
    const next = data[start + 1] ?? '';
    const end = Math.min(data.length, start + (ESCAPE_LENGTHS[next] ?? 2));
    found.push({ start, end, fitsValue: next === escape });
    start = data.indexOf(escape, end);
  }
  return found;
}

function code128Codes(data: string, params: readonly string[]): readonly ControlSequence[] {
  if (!data.includes('>')) return NONE;
  const mode = code128Mode(params);
  if (mode === 'D') return matches(data, />8/g);
  return mode === 'N' ? invocationCodes(data) : NONE;
}

/** What follows `>` for a character that has no other spelling. */
const CHARACTER_CODES = '0<=';
const STARTS: Readonly<Record<string, 'A' | 'B' | 'C'>> = { '9': 'A', ':': 'B', ';': 'C' };
/** The subset that is switched to, by what follows `>`; a switch to the same one is FNC4. */
const SWITCHES: Readonly<Record<string, 'A' | 'B' | 'C'>> = { '5': 'C', '6': 'B', '7': 'A' };
const SHIFT = '4';

/** Codes of mode N. What is written in subset A are numbers of its characters, in pairs of digits. */
function invocationCodes(data: string): readonly ControlSequence[] {
  const found: ControlSequence[] = [];
  let subset: 'A' | 'B' | 'C' = 'B';
  let shiftedFrom = -1;
  for (let at = 0; at < data.length; ) {
    const isCode = data[at] === '>';
    const next = isCode ? (data[at + 1] ?? '') : '';
    const end = Math.min(data.length, at + (isCode ? 2 : 1));
    const begun = shiftedFrom < 0 ? at : shiftedFrom;
    shiftedFrom = -1;
    if (isCode || subset === 'A' || begun < at) {
      const fitsValue = CHARACTER_CODES.includes(next) && next !== '' && begun === at;
      found.push({ start: begun, end, fitsValue });
    }
    const start = at === 0 ? STARTS[next] : undefined;
    const to = start ?? SWITCHES[next];
    if (start === undefined && to === subset) {
      // FNC4: what comes after it stands for other characters.
      return [...found, { start: at, end: data.length, fitsValue: false }];
    }
    if (to !== undefined) subset = to;
    if (next === SHIFT && subset !== 'C') shiftedFrom = at;
    at = end;
  }
  return found;
}

/** The level, the letter of automatic or manual input, and for manual input that of the mode, with its count. */
function headerOf(data: string, start: number): ControlSequence {
  const letters = /^.[^]?/.exec(data.slice(start, start + 2))?.[0] ?? '';
  const comma = /[A-Za-z]/.test(letters[1] ?? '') ? 3 : 2;
  const length = letters[1] === 'M' ? comma + modeLength(data[start + comma]) : comma;
  return { start, end: Math.min(data.length, start + length), fitsValue: true };
}

function modeLength(letter: string | undefined): number {
  return letter === 'B' ? 5 : 1;
}

/** Mixed input: its header, and every comma between segments with the letter and the count that come after it. */
function mixedQr(data: string): readonly ControlSequence[] {
  const lead = /^D\d{4}[0-9A-Fa-f]{2},/.exec(data)?.[0].length;
  if (lead === undefined) return [headerOf(data, 0)];
  const isManual = data[lead + 1] === 'M';
  const header = headerOf(data, lead);
  const found: ControlSequence[] = [{ ...header, start: 0 }];
  let at = lead + 3;
  while (at < data.length) {
    const counted = data[at] === 'B' ? 5 + (Number.parseInt(data.slice(at + 1, at + 5), 10) || 0) : 0;
    const comma = data.indexOf(',', at + counted);
    if (comma < 0) break;
    at = comma + 1;
    const end = Math.min(data.length, isManual ? at + modeLength(data[at]) : at);
    found.push({ start: comma, end, fitsValue: false });
  }
  return found;
}

/** One `|` begins the 2-D part; what stands behind a second one is left out. */
function overfullComposite(data: string): readonly ControlSequence[] {
  const start = data.indexOf('|');
  return start < 0 || !data.includes('|', start + 1) ? NONE : [{ start, end: data.length, fitsValue: false }];
}
