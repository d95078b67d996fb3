/** The largest value of 2 to 7 digits (AIM ITS/04-004). */
export const CHANNEL_CODE_LARGEST = [26, 292, 3493, 44_072, 576_688, 7_742_862];

const FINDER = [1, 1, 1, 1, 1, 1, 1, 1, 1];

/** The channels that remain: the widths that their first space and bar may have, and the elements before them. */
interface Rest {
  readonly channels: number;
  readonly space: number;
  readonly bar: number;
  /** The bar before, and together with it the space and the bar before that. */
  readonly last: number;
  readonly earlier: number;
}

const counts = new Map<number, number>();

/**
 * Widths in modules, bar and space in turn, of Channel Code; null for what is no value of it. A value is the number
 * of the symbols before its own: whole branches of them are counted at once, since there are up to 7.7 million.
 */
export function channelCode(digits: string): number[] | null {
  const largest = CHANNEL_CODE_LARGEST[digits.length - 2];
  if (largest === undefined || /\D/.test(digits) || Number(digits) > largest) return null;
  const channels = digits.length + 1;
  const widths = [...FINDER];
  let before = Number(digits);
  let rest: Rest = { channels, space: channels, bar: channels, last: 1, earlier: 2 };
  while (rest.channels > 0) {
    for (const [space, bar] of choices(rest)) {
      const next = after(rest, space, bar);
      const branch = count(next);
      if (before < branch) {
        widths.push(space, bar);
        rest = next;
        break;
      }
      before -= branch;
    }
  }
  return widths;
}

/** Widths of the next space and bar, in the order of the standard; the last ones take what is left. */
function* choices({ channels, space, bar, last, earlier }: Rest): Generator<readonly [number, number]> {
  const isLast = channels === 1;
  for (let s = isLast ? space : 1; s <= space; s++) {
    const least = s + last + earlier > 4 ? 1 : 2;
    for (let b = isLast ? Math.max(least, bar) : least; b <= bar; b++) yield [s, b];
  }
}

function after(rest: Rest, space: number, bar: number): Rest {
  return {
    channels: rest.channels - 1,
    space: rest.space - space + 1,
    bar: rest.bar - bar + 1,
    last: bar,
    earlier: rest.last + space,
  };
}

function count(rest: Rest): number {
  if (rest.channels === 0) return 1;
  const { channels, space, bar, last, earlier } = rest;
  const key = [space, bar, last, earlier].reduce((digits, part) => digits * 32 + part, channels);
  let sum = counts.get(key);
  if (sum === undefined) {
    sum = 0;
    for (const [s, b] of choices(rest)) sum += count(after(rest, s, b));
    counts.set(key, sum);
  }
  return sum;
}
