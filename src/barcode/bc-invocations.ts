import { START, type Subset, valueIn } from '../symbology/linear/code128.ts';
import type { ControlSequence } from './control-sequences.ts';

/** Characters after `>` in modes N and U, as symbol values (Zebra's table of invocation codes). */
const INVOCATIONS: Readonly<Record<string, number>> = {
  '<': 62,
  '0': 30,
  '=': 94,
  '1': 95,
  '2': 96,
  '3': 97,
  '4': 98,
  '5': 99,
  '6': 100,
  '7': 101,
  '8': 102,
  '9': 103,
  ':': 104,
  ';': 105,
};

/** A `^BC` field of mode N or U as the printer reads it. */
export interface Invoked {
  /** Start value first; no check character. */
  readonly values: readonly number[];
  /** The interpretation line: the data without codes and control characters. */
  readonly text: string;
  /** The first thing that the printer leaves out, or null when it codes everything. */
  readonly lost: string | null;
}

/**
 * Reads field data with invocation codes: subset `byDefault` at first, digit pairs in A and C, no subset
 * that was not asked for. `prefix` are values that come right after the start.
 */
export function readInvocations(data: string, byDefault: Subset, prefix: readonly number[] = []): Invoked {
  let subset: Subset = byDefault;
  let at = 0;
  const startCode = data[0] === '>' ? INVOCATIONS[data[1] ?? ''] : undefined;
  if (startCode !== undefined && startCode >= START.A) {
    subset = startCode === START.A ? 'A' : startCode === START.B ? 'B' : 'C';
    at = 2;
  }
  const values: number[] = [START[subset], ...prefix];
  let text = '';
  let lost: string | null = null;
  const lose = (what: string) => {
    lost ??= what;
  };
  /** The first digit of a pair in subset A or C. */
  let pending = '';
  /** SHIFT was the value before: one character of the other subset follows. */
  let shifted = false;

  const dropPending = () => {
    if (pending !== '') lose(`the odd digit ${pending} in subset ${subset}, which takes pairs of digits`);
    pending = '';
  };

  while (at < data.length) {
    const character = data[at] as string;
    if (character === '>') {
      dropPending();
      const next = data[at + 1] ?? '';
      const value = INVOCATIONS[next];
      at += 2;
      if (value === undefined || value >= START.A) {
        lose(
          `>${next}, which is no invocation code ${value === undefined ? '' : 'inside the data '}(> itself is >0)`,
        );
        continue;
      }
      const literal = value === 30 ? '>' : value === 62 ? '^' : value === 94 ? '~' : '';
      if (subset === 'C') {
        if (value === 100) subset = 'B';
        else if (value === 101) subset = 'A';
        else if (value !== 102) {
          lose(`>${next}, which subset C does not have`);
          continue;
        }
        values.push(value);
        continue;
      }
      if (literal === '~' && subset === 'A' && !shifted) {
        lose('>=, which subset A does not have');
        continue;
      }
      values.push(value);
      text += literal;
      shifted = value === 98;
      if (value === 99) subset = 'C';
      else if (value === 100 && subset === 'A') subset = 'B';
      else if (value === 101 && subset === 'B') subset = 'A';
      continue;
    }
    at++;
    // After SHIFT in subset B one value of subset A is wanted, which is spelled as any character of A.
    const reading: Subset = shifted ? (subset === 'A' ? 'B' : 'A') : subset;
    if (reading === 'B' || shifted) {
      const value = printable(character) ? valueIn(reading === 'A' ? 'A' : 'B', character.charCodeAt(0)) : -1;
      shifted = false;
      if (value < 0) {
        lose(unprintable(character));
        continue;
      }
      values.push(value);
      text += character;
      continue;
    }
    if (character < '0' || character > '9') {
      lose(`"${printable(character) ? character : '?'}" in subset ${subset}, which takes pairs of digits`);
      // A stray at the second place takes the first digit with it.
      pending = '';
      continue;
    }
    if (pending === '') {
      pending = character;
      continue;
    }
    const value = Number(pending + character);
    values.push(value);
    text += subset === 'C' ? pending + character : value < 64 ? String.fromCharCode(value + 32) : '';
    pending = '';
  }
  dropPending();
  return { values, text, lost };
}

function printable(character: string): boolean {
  return character >= ' ' && character <= '~';
}

function unprintable(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase();
  return `byte 0x${code}, which no character of subset B is`;
}

/** Data that mode N or U prints unchanged: `>`, `^` and `~` become their invocation codes. */
export function escapeInvocations(data: string): string {
  return data.replace(/[>^~]/g, (character) => (character === '>' ? '>0' : character === '^' ? '><' : '>='));
}

/** Characters after `>` for characters that have no other spelling. */
const CHARACTER_CODES = '0<=';
const STARTS: Readonly<Record<string, 'A' | 'B' | 'C'>> = { '9': 'A', ':': 'B', ';': 'C' };
/** The subset that is switched to, by what follows `>`; a switch to the same one is FNC4. */
const SWITCHES: Readonly<Record<string, 'A' | 'B' | 'C'>> = { '5': 'C', '6': 'B', '7': 'A' };
const SHIFT = '4';

/** Codes of mode N. Subset A is written as numbers of its characters, in pairs of digits. */
export function invocationCodes(data: string): readonly ControlSequence[] {
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
      // FNC4 gives the characters after it another meaning.
      return [...found, { start: at, end: data.length, fitsValue: false }];
    }
    if (to !== undefined) subset = to;
    if (next === SHIFT && subset !== 'C') shiftedFrom = at;
    at = end;
  }
  return found;
}
