/** Element widths of the values 0–105 and, last, of the stop character (ISO/IEC 15417, table 1). */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 ' +
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 ' +
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 ' +
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 ' +
  '211232 2331112'
)
  .split(' ')
  .map((widths) => Array.from(widths, Number));

const STOP = 106;

/** Values of a symbol: more, of 11 modules each, are wider than any label (12,000 dots). */
export const CODE128_VALUES_MAX = 1100;

/** The function FNC1 among the codes of characters. */
export const FNC1 = 256;

export type Subset = 'A' | 'B' | 'C';

export const START: Readonly<Record<Subset, number>> = { A: 103, B: 104, C: 105 };
const SWITCH: Readonly<Record<Subset, number>> = { A: 101, B: 100, C: 99 };
const SHIFT = 98;
const FNC1_VALUE = 102;

/** Modules of a whole symbol. `values` begins with a start value; check and stop characters are added. */
export function code128Elements(values: readonly number[]): number[] {
  const elements: number[] = [];
  for (const value of [...values, code128Check(values), STOP]) {
    elements.push(...(PATTERNS[value] as readonly number[]));
  }
  return elements;
}

/** The modulo 103 check value of a symbol's values, the first of which is its start value. */
export function code128Check(values: readonly number[]): number {
  let sum = values[0] ?? START.B;
  for (let i = 1; i < values.length; i++) sum += i * (values[i] as number);
  return sum % 103;
}

/** The value of a character (0–127, or {@link FNC1}) in subset A or B, or -1 where that subset lacks it. */
export function valueIn(subset: 'A' | 'B', character: number): number {
  if (character === FNC1) return FNC1_VALUE;
  if (subset === 'A') return character < 32 ? character + 64 : character < 96 ? character - 32 : -1;
  return character >= 32 && character < 128 ? character - 32 : -1;
}

const SUBSETS: readonly Subset[] = ['B', 'C', 'A'];
const PAIRS = SUBSETS.indexOf('C');

/** Runs of this many digits are coded in pairs even if the symbol gets no shorter. */
const PAIRED_DIGITS = 4;

/** A step of the cheapest coding: what is sent at a position, and the subset that follows. */
interface Step {
  readonly cost: number;
  readonly values: readonly number[];
  readonly taken: number;
  readonly next: number;
}

/**
 * The fewest values that carry these characters (0–127 and {@link FNC1}), start value first; but data that begins
 * with digits begins in pairs, as in the guide. Ties are broken as in the guide too: four digits or more are written in
 * pairs (an odd one last at the start, else first), and fewer as they are. Works backwards over the text once, so it
 * is linear in its length.
 */
export function shortestCode128(characters: readonly number[]): number[] {
  const best: Step[][] = new Array(characters.length + 1);
  best[characters.length] = SUBSETS.map((_, next) => ({ cost: 0, values: [], taken: 0, next }));
  let digits = 0;
  for (let at = characters.length - 1; at >= 0; at--) {
    digits = isDigit(characters[at] as number) ? digits + 1 : 0;
    const pairs = digits >= PAIRED_DIGITS && digits % 2 === 0;
    const stay = SUBSETS.map((subset, index) => cheapestWithoutSwitch(characters, at, subset, index, best));
    best[at] = stay.map((own, index) => {
      let chosen = own;
      for (let other = 0; other < 3; other++) {
        const step = stay[other] as Step;
        const gained = chosen.cost - (step.cost + 1);
        if (other !== index && (gained > 0 || (gained === 0 && pairs && other === PAIRS))) {
          const values = [SWITCH[SUBSETS[other] as Subset], ...step.values];
          chosen = { ...step, cost: step.cost + 1, values };
        }
      }
      return chosen;
    });
  }
  const starts = best[0] as Step[];
  let state = 0;
  for (let other = 1; other < 3; other++) {
    if ((starts[other] as Step).cost < (starts[state] as Step).cost) state = other;
  }
  if (digitsAtStart(characters) >= PAIRED_DIGITS) state = PAIRS;
  const values: number[] = [START[SUBSETS[state] as Subset]];
  for (let at = 0; at < characters.length; ) {
    const step = (best[at] as Step[])[state] as Step;
    values.push(...step.values);
    at += step.taken;
    state = step.next;
  }
  return values;
}

/** The number of digits at the start; FNC1 before them counts as a pair. */
function digitsAtStart(characters: readonly number[]): number {
  const first = characters.findIndex((character) => character !== FNC1);
  const end = characters.findIndex((character, at) => at >= first && !isDigit(character));
  return first < 0 ? 0 : (end < 0 ? characters.length : end) - first + 2 * first;
}

function cheapestWithoutSwitch(
  characters: readonly number[],
  at: number,
  subset: Subset,
  index: number,
  best: readonly (readonly Step[])[],
): Step {
  const character = characters[at] as number;
  const then = (taken: number, values: readonly number[]): Step => ({
    cost: values.length + (best[at + taken]?.[index]?.cost ?? 0),
    values,
    taken,
    next: index,
  });
  if (character === FNC1) return then(1, [FNC1_VALUE]);
  if (subset === 'C') {
    const second = characters[at + 1];
    if (isDigit(character) && second !== undefined && isDigit(second)) {
      return then(2, [(character - 48) * 10 + second - 48]);
    }
  } else {
    const own = valueIn(subset, character);
    if (own >= 0) return then(1, [own]);
    const shifted = valueIn(subset === 'A' ? 'B' : 'A', character);
    if (shifted >= 0) return then(1, [SHIFT, shifted]);
  }
  return { cost: Number.POSITIVE_INFINITY, values: [], taken: 1, next: index };
}

function isDigit(character: number): boolean {
  return character >= 48 && character <= 57;
}
