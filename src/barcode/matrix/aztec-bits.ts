/** Modes of text, and their numbers: upper, lower, mixed, digits, punctuation. */
const MODES = [0, 1, 2, 3, 4] as const;
type TextMode = (typeof MODES)[number];
const UPPER = 0;
const LOWER = 1;
const DIGIT = 3;
const PUNCTUATION = 4;

const width = (mode: TextMode) => (mode === DIGIT ? 4 : 5);

/** A code and how many bits it has. */
export type Bits = readonly [value: number, count: number];

/** How to come from one mode (row) to another (column). */
const LATCHES: readonly (readonly (readonly Bits[])[])[] = [
  [
    [],
    [[28, 5]],
    [[29, 5]],
    [[30, 5]],
    [
      [29, 5],
      [30, 5],
    ],
  ],
  [
    [
      [30, 5],
      [14, 4],
    ],
    [],
    [[29, 5]],
    [[30, 5]],
    [
      [29, 5],
      [30, 5],
    ],
  ],
  [
    [[29, 5]],
    [[28, 5]],
    [],
    [
      [29, 5],
      [30, 5],
    ],
    [[30, 5]],
  ],
  [
    [[14, 4]],
    [
      [14, 4],
      [28, 5],
    ],
    [
      [14, 4],
      [29, 5],
    ],
    [],
    [
      [14, 4],
      [29, 5],
      [30, 5],
    ],
  ],
  [
    [[31, 5]],
    [
      [31, 5],
      [28, 5],
    ],
    [
      [31, 5],
      [29, 5],
    ],
    [
      [31, 5],
      [30, 5],
    ],
    [],
  ],
];
const LATCH_BITS = LATCHES.map((row) => row.map((codes) => codes.reduce((sum, [, count]) => sum + count, 0)));

/** Code of each byte in each mode; 0 where the mode lacks it. */
const CODES = MODES.map(() => new Uint8Array(256));
const define = (mode: TextMode, characters: string, first: number) => {
  for (let i = 0; i < characters.length; i++)
    (CODES[mode] as Uint8Array)[characters.charCodeAt(i)] = first + i;
};
define(0, ' ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1);
define(1, ' abcdefghijklmnopqrstuvwxyz', 1);
define(2, ' \x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x1b\x1c\x1d\x1e\x1f@\\^_`|~\x7f', 1);
define(3, ' 0123456789,.', 1);
define(4, '\r', 1);
define(4, `!"#$%&'()*+,-./:;<=>?[]{}`, 6);

/** Two characters in one code of punctuation. */
const PAIRS: Readonly<Record<string, number>> = { '\r\n': 2, '. ': 3, ', ': 4, ': ': 5 };

/** The cheapest way to some place in the data: a chain of steps back to the start. */
interface Path {
  readonly bits: number;
  readonly from: Path | null;
  readonly codes: readonly Bits[];
  /** Bytes sent as they are since the last shift to binary, which `start` begins. */
  readonly binary: number;
  readonly start: number;
}

const BINARY_SHIFT: Bits = [31, 5];
/** A count of at most 31 bytes takes five bits, one of up to 2078 sixteen. */
const SHORT_RUN = 31;
const LONG_RUN = 2078;

/** The codes of a text (bytes, one a character) in nearly the fewest bits. Linear in its length. */
export function aztecCodes(data: string, eci?: number): Bits[] {
  const first: Bits[] = [];
  if (eci !== undefined) {
    // FLG(n) by a shift to punctuation, then n digits.
    const digits = String(eci);
    first.push(
      [0, 5],
      [0, 5],
      [digits.length, 3],
      ...Array.from(digits, (digit): Bits => [Number(digit) + 2, 4]),
    );
  }
  const start: Path = { bits: 0, from: null, codes: first, binary: 0, start: 0 };
  let text: (Path | null)[] = [start, null, null, null, null];
  /** Inside a run of bytes that began in upper, lower or mixed. */
  let binary: (Path | null)[] = [null, null, null];
  /** Reached by a pair from the character before. */
  let paired: (Path | null)[] = [null, null, null, null, null];
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    const pair = PAIRS[data.slice(i, i + 2)];
    // A run of bytes ends where its mode goes on, for nothing.
    const here = text.map((path, mode) => cheaper(path, binary[mode] ?? null));
    const next = paired;
    paired = [null, null, null, null, null];
    const nextBinary: (Path | null)[] = [null, null, null];
    for (const mode of MODES) {
      const path = here[mode] ?? null;
      if (path === null) continue;
      for (const other of MODES) {
        const own = (CODES[other] as Uint8Array)[code] as number;
        if (own > 0)
          offer(
            next,
            other,
            path,
            [...(LATCHES[mode]?.[other] ?? []), [own, width(other)]],
            latch(mode, other) + width(other),
          );
      }
      if (pair !== undefined) {
        offer(
          paired,
          PUNCTUATION,
          path,
          [...(LATCHES[mode]?.[PUNCTUATION] ?? []), [pair, 5]],
          latch(mode, PUNCTUATION) + 5,
        );
        if (mode !== PUNCTUATION)
          offer(
            paired,
            mode,
            path,
            [
              [0, width(mode)],
              [pair, 5],
            ],
            width(mode) + 5,
          );
      }
      const mark = (CODES[PUNCTUATION] as Uint8Array)[code] as number;
      if (mark > 0 && mode !== PUNCTUATION)
        offer(
          next,
          mode,
          path,
          [
            [0, width(mode)],
            [mark, 5],
          ],
          width(mode) + 5,
        );
      const capital = (CODES[UPPER] as Uint8Array)[code] as number;
      if (capital > 0 && (mode === LOWER || mode === DIGIT)) {
        offer(
          next,
          mode,
          path,
          [
            [mode === LOWER ? 28 : 15, width(mode)],
            [capital, 5],
          ],
          width(mode) + 5,
        );
      }
      const base = mode <= 2 ? mode : UPPER;
      offerBinary(nextBinary, base, path, LATCHES[mode]?.[base] ?? [], latch(mode, base) + 18, 1, i);
    }
    for (const mode of [0, 1, 2] as const) {
      const path = binary[mode] ?? null;
      if (path === null || path.binary >= LONG_RUN) continue;
      const cost = 8 + (path.binary === SHORT_RUN ? 11 : 0);
      offerBinary(nextBinary, mode, path, [], cost, path.binary + 1, path.start);
    }
    text = next;
    binary = nextBinary;
  }
  return collect([...text, ...binary].reduce(cheaper, null) as Path, data);
}

function latch(from: TextMode, to: TextMode): number {
  return LATCH_BITS[from]?.[to] ?? 0;
}

function cheaper(a: Path | null, b: Path | null): Path | null {
  return a === null || (b !== null && b.bits < a.bits) ? b : a;
}

function offer(paths: (Path | null)[], mode: number, from: Path, codes: readonly Bits[], cost: number): void {
  const bits = from.bits + cost;
  const known = paths[mode] ?? null;
  if (known === null || bits < known.bits) paths[mode] = { bits, from, codes, binary: 0, start: 0 };
}

function offerBinary(
  paths: (Path | null)[],
  mode: number,
  from: Path,
  codes: readonly Bits[],
  cost: number,
  binary: number,
  start: number,
): void {
  const bits = from.bits + cost;
  const known = paths[mode] ?? null;
  if (known === null || bits < known.bits) paths[mode] = { bits, from, codes, binary, start };
}

/** The codes along a path; a run of bytes is written whole, where it ends. */
function collect(end: Path, data: string): Bits[] {
  const steps: Path[] = [];
  for (let path: Path | null = end; path !== null; path = path.from) steps.push(path);
  steps.reverse();
  const codes: Bits[] = [];
  steps.forEach((step, i) => {
    codes.push(...step.codes);
    const goesOn = steps[i + 1]?.binary === step.binary + 1 && step.binary > 0;
    if (step.binary === 0 || goesOn) return;
    codes.push(BINARY_SHIFT);
    if (step.binary <= SHORT_RUN) codes.push([step.binary, 5]);
    else codes.push([0, 5], [step.binary - SHORT_RUN, 11]);
    for (let k = 0; k < step.binary; k++) codes.push([data.charCodeAt(step.start + k), 8]);
  });
  return codes;
}
