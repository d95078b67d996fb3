/** A code and its number of bits. */
export type AztecCode = readonly [value: number, count: number];

/** Modes of text, and bytes as they are. */
const UPPER = 0;
const LOWER = 1;
const MIXED = 2;
const PUNCTUATION = 3;
const DIGIT = 4;
const BINARY = 5;

const bitsIn = (mode: number) => (mode === DIGIT ? 4 : 5);

const TO_LOWER: AztecCode = [28, 5];
const TO_MIXED: AztecCode = [29, 5];
const TO_DIGIT: AztecCode = [30, 5];
const MIXED_TO_UPPER: AztecCode = [29, 5];
const MIXED_TO_PUNCTUATION: AztecCode = [30, 5];
const PUNCTUATION_TO_UPPER: AztecCode = [31, 5];
const DIGIT_TO_UPPER: AztecCode = [14, 4];

/**
 * Codes that lead from one mode (row) to another (column); from lower to upper by way of mixed (printer evidence 39).
 */
const LATCHES: readonly (readonly (readonly AztecCode[])[])[] = [
  [[], [TO_LOWER], [TO_MIXED], [TO_MIXED, MIXED_TO_PUNCTUATION], [TO_DIGIT]],
  [[TO_MIXED, MIXED_TO_UPPER], [], [TO_MIXED], [TO_MIXED, MIXED_TO_PUNCTUATION], [TO_DIGIT]],
  [[MIXED_TO_UPPER], [TO_LOWER], [], [MIXED_TO_PUNCTUATION], [MIXED_TO_UPPER, TO_DIGIT]],
  [
    [PUNCTUATION_TO_UPPER],
    [PUNCTUATION_TO_UPPER, TO_LOWER],
    [PUNCTUATION_TO_UPPER, TO_MIXED],
    [],
    [PUNCTUATION_TO_UPPER, TO_DIGIT],
  ],
  [
    [DIGIT_TO_UPPER],
    [DIGIT_TO_UPPER, TO_LOWER],
    [DIGIT_TO_UPPER, TO_MIXED],
    [DIGIT_TO_UPPER, TO_MIXED, MIXED_TO_PUNCTUATION],
    [],
  ],
];

/** Shift to binary; a count of at most 31 bytes takes five bits, one of up to 2078 sixteen. */
const BINARY_SHIFT: AztecCode = [31, 5];
const SHORT_RUN = 31;
const LONG_RUN = 2078;

/** Code of each byte in each mode; 0 where the mode lacks it. */
const CODES = [UPPER, LOWER, MIXED, PUNCTUATION, DIGIT].map(() => new Uint8Array(256));
const define = (mode: number, characters: string, first: number) => {
  for (let i = 0; i < characters.length; i++)
    (CODES[mode] as Uint8Array)[characters.charCodeAt(i)] = first + i;
};
define(UPPER, ' ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1);
define(LOWER, ' abcdefghijklmnopqrstuvwxyz', 1);
define(MIXED, ' \x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x1b\x1c\x1d\x1e\x1f@\\^_`|~\x7f', 1);
define(PUNCTUATION, '\r', 1);
define(PUNCTUATION, `!"#$%&'()*+,-./:;<=>?[]{}`, 6);
define(DIGIT, ' 0123456789,.', 1);

/** For each byte the modes that have it, a bit for each. */
const MODES_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const modes = CODES.reduce((set, codes, mode) => (codes[byte] === 0 ? set : set | (1 << mode)), 0);
  return modes === 0 ? 1 << BINARY : modes;
});

/** Two characters in one code of punctuation. */
const PAIRS = new Map([
  ['\r\n', 2],
  ['. ', 3],
  [', ', 4],
  [': ', 5],
]);

/** Neighbouring characters that go in one mode. */
interface Run {
  /** Modes to choose from while they are merged, a bit for each. */
  modes: number;
  /** For each character its byte, or the code of a pair as a negative number. */
  readonly signs: number[];
}

/** Runs of fewer characters are reached by shifts, where there are shifts. */
const LATCHED_RUN = 3;

/**
 * The codes of a text (bytes, one a character), split as Labelary does: runs of like characters, merged with their
 * neighbours if one mode has both. Null for data that is too long.
 *
 * @param eci announces the character set of the bytes.
 */
export function aztecCodes(data: string, eci?: number): AztecCode[] | null {
  const codes: AztecCode[] = eci === undefined ? [] : announced(eci);
  let mode = UPPER;
  for (const { modes, signs } of merged(runsOf(data))) {
    const target = 31 - Math.clz32(modes);
    if (target === BINARY) {
      if (signs.length > LONG_RUN) return null;
      if (mode === PUNCTUATION || mode === DIGIT) {
        codes.push(...latches(mode, UPPER));
        mode = UPPER;
      }
      codes.push(BINARY_SHIFT);
      if (signs.length <= SHORT_RUN) codes.push([signs.length, 5]);
      else codes.push([0, 5], [signs.length - SHORT_RUN, 11]);
      for (const sign of signs) codes.push([sign, 8]);
      continue;
    }
    const shift = signs.length < LATCHED_RUN ? shiftTo(target, mode) : null;
    if (shift === null) {
      codes.push(...latches(mode, target));
      mode = target;
    }
    for (const sign of signs) {
      if (shift !== null) codes.push(shift);
      codes.push([sign < 0 ? -sign : ((CODES[target] as Uint8Array)[sign] as number), bitsIn(target)]);
    }
  }
  return codes;
}

/** FLG(n) by a shift to punctuation, then the digits of the number. */
function announced(eci: number): AztecCode[] {
  const digits = String(eci);
  return [
    [0, 5],
    [0, 5],
    [digits.length, 3],
    ...Array.from(digits, (digit): AztecCode => [Number(digit) + 2, 4]),
  ];
}

function latches(from: number, to: number): readonly AztecCode[] {
  return LATCHES[from]?.[to] ?? [];
}

/** The shift for one character, where the mode has one. */
function shiftTo(target: number, mode: number): AztecCode | null {
  if (target === mode) return null;
  if (target === PUNCTUATION) return [0, bitsIn(mode)];
  if (target === UPPER && mode === LOWER) return [28, 5];
  return target === UPPER && mode === DIGIT ? [15, 4] : null;
}

/** Stretches of characters that the same modes have. */
function runsOf(data: string): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < data.length; i++) {
    const byte = data.charCodeAt(i);
    const pair = PAIRS.get(data.slice(i, i + 2));
    const modes = pair === undefined ? (MODES_OF[byte] as number) : 1 << PUNCTUATION;
    const sign = pair === undefined ? byte : -pair;
    if (pair !== undefined) i++;
    const last = runs.at(-1);
    if (last?.modes === modes) last.signs.push(sign);
    else runs.push({ modes, signs: [sign] });
  }
  return runs;
}

/** Modes to end a run in, if several modes have its characters. */
const AT_THE_ENDS = [UPPER, LOWER, MIXED, PUNCTUATION];
const BETWEEN = [PUNCTUATION, MIXED, LOWER, UPPER];

/** Settles on one mode for each run, and joins runs of one mode. */
function merged(runs: readonly Run[]): Run[] {
  const end = runs.length - 1;
  const settle = (at: number, order: readonly number[]) => {
    const run = runs[at];
    if (run === undefined) return;
    const mode = order.find((one) => (run.modes & (1 << one)) !== 0);
    if (mode !== undefined) run.modes = 1 << mode;
  };
  const agree = (at: number, neighbour: number) => {
    const run = runs[at] as Run;
    const common = run.modes & (runs[neighbour] as Run).modes;
    if (common !== 0) run.modes = common;
  };
  settle(0, AT_THE_ENDS);
  for (let i = 1; i <= end; i++) agree(i, i - 1);
  settle(end, AT_THE_ENDS);
  for (let i = end - 1; i > 0; i--) agree(i, i + 1);
  for (let i = 1; i < end; i++) settle(i, BETWEEN);
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.modes === run.modes) for (const sign of run.signs) last.signs.push(sign);
    else joined.push(run);
  }
  return joined;
}
