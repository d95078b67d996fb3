/** The compaction of a stretch of data. */
type Compaction = 'text' | 'byte' | 'numeric';

interface Block {
  compaction: Compaction;
  length: number;
}

const TEXT_LATCH = 900;
const BYTE_LATCH = 901;
const NUMERIC_LATCH = 902;
const BYTE_SHIFT = 913;
const BYTE_LATCH_SIXES = 924;
const DIGITS_A_GROUP = 44;

/**
 * The data words (0–899 and latches) of some bytes, one a character. Compactions are chosen stretch by stretch,
 * short ones joining their neighbours. PDF417 begins in text compaction, MicroPDF417 (`startsInText` false) does not.
 */
export function pdf417Codewords(data: string, startsInText = true): number[] {
  const words: number[] = [];
  let at = 0;
  let before: Compaction | null = null;
  for (const { compaction, length } of blocksOf(data)) {
    const part = data.slice(at, at + length);
    if (compaction === 'text') {
      if (before !== null || !startsInText) words.push(TEXT_LATCH);
      pushText(part, words);
    } else if (compaction === 'byte') pushBytes(part, before ?? 'text', words);
    else pushDigits(part, words);
    before = compaction;
    at += length;
  }
  return words;
}

function compactionOf(code: number): Compaction {
  if (code >= 48 && code <= 57) return 'numeric';
  return (code >= 32 && code <= 126) || code === 9 || code === 10 || code === 13 ? 'text' : 'byte';
}

function blocksOf(data: string): Block[] {
  const blocks: Block[] = [];
  for (let i = 0; i < data.length; i++) {
    const compaction = compactionOf(data.charCodeAt(i));
    const last = blocks.at(-1);
    if (last?.compaction === compaction && (compaction !== 'numeric' || last.length < 44)) last.length++;
    else blocks.push({ compaction, length: 1 });
  }
  return joined(joined(blocks, absorbDigits), absorbText);
}

/** Changes the compaction of blocks by their neighbours, then joins those that became alike. */
function joined(
  blocks: readonly Block[],
  choose: (block: Block, before: Compaction | undefined, after: Compaction | undefined) => Compaction,
): Block[] {
  const result: Block[] = [];
  let before: Compaction | undefined;
  blocks.forEach((block, i) => {
    const compaction = choose(block, before, blocks[i + 1]?.compaction);
    const last = result.at(-1);
    if (last?.compaction === compaction && compaction !== 'numeric') last.length += block.length;
    else result.push({ compaction, length: block.length });
    before = compaction;
  });
  return result;
}

/** Few digits are shorter as text or bytes than with latches to and fro. */
function absorbDigits({ compaction, length }: Block, before?: Compaction, after?: Compaction): Compaction {
  if (compaction !== 'numeric') return compaction;
  if (before === undefined) {
    if (after === 'text' && length < 8) return 'text';
    return after === 'byte' && length === 1 ? 'byte' : 'numeric';
  }
  if (after === undefined) {
    if (before === 'text' && length < 7) return 'text';
    return before === 'byte' && length === 1 ? 'byte' : 'numeric';
  }
  if (before === 'byte') return length >= 4 ? 'numeric' : after === 'byte' ? 'byte' : 'text';
  return length < (after === 'byte' ? 5 : 8) ? 'text' : 'numeric';
}

/** Little text between bytes is shorter as bytes. */
function absorbText({ compaction, length }: Block, before?: Compaction, after?: Compaction): Compaction {
  if (compaction !== 'text' || before === undefined) return compaction;
  if (after === undefined) return before === 'byte' && length === 1 ? 'byte' : 'text';
  if (before === 'byte' && after === 'byte') return length < 5 ? 'byte' : 'text';
  return (before === 'byte' || after === 'byte') && length < 3 ? 'byte' : 'text';
}

/** Submodes of text compaction as bits: a character can be in several, with the same value. */
const ALPHA = 1;
const LOWER = 2;
const MIXED = 4;
const PUNCTUATION = 8;

const SUBMODES = new Uint8Array(128);
const VALUES = new Uint8Array(128);
const fill = (characters: string, submode: number) => {
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    SUBMODES[code] = (SUBMODES[code] as number) | submode;
    VALUES[code] = i;
  }
};
fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ ', ALPHA);
fill('abcdefghijklmnopqrstuvwxyz ', LOWER);
fill('0123456789&\r\t,:#-.$/+%*=^', MIXED);
fill(`;<>@[\\]_\`~!\r\t,:\n-.$/"|*()?{}'`, PUNCTUATION);
SUBMODES[32] = ALPHA | LOWER | MIXED;

const SHIFT_ALPHA = 27;
const SHIFT_PUNCTUATION = 29;
const PAD = 29;

/** Values that lead from one submode to another. */
const LATCHES: Readonly<Record<number, Readonly<Record<number, readonly number[]>>>> = {
  [ALPHA]: { [LOWER]: [27], [MIXED]: [28], [PUNCTUATION]: [28, 25] },
  [LOWER]: { [ALPHA]: [28, 28], [MIXED]: [28], [PUNCTUATION]: [28, 25] },
  [MIXED]: { [ALPHA]: [28], [LOWER]: [27], [PUNCTUATION]: [25] },
  [PUNCTUATION]: { [ALPHA]: [29], [LOWER]: [29, 27], [MIXED]: [29, 28] },
};

function pushText(text: string, words: number[]): void {
  const values: number[] = [];
  let submode = ALPHA;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const own = SUBMODES[code] as number;
    const value = VALUES[code] as number;
    if ((own & submode) === 0) {
      const common = i + 1 < text.length ? own & (SUBMODES[text.charCodeAt(i + 1)] as number) : 0;
      // A character that shares no submode with the next is shifted to, where there is a shift.
      if (common === 0 && own === ALPHA && submode === LOWER) {
        values.push(SHIFT_ALPHA, value);
        continue;
      }
      if (common === 0 && own & PUNCTUATION) {
        values.push(SHIFT_PUNCTUATION, value);
        continue;
      }
      const wanted = common === 0 ? own : common;
      const next = wanted & -wanted;
      values.push(...(LATCHES[submode]?.[next] ?? []));
      submode = next;
    }
    values.push(value);
  }
  if (values.length % 2 === 1) values.push(PAD);
  for (let i = 0; i < values.length; i += 2)
    words.push((values[i] as number) * 30 + (values[i + 1] as number));
}

function pushBytes(bytes: string, before: Compaction, words: number[]): void {
  if (bytes.length === 1 && before === 'text') {
    words.push(BYTE_SHIFT, bytes.charCodeAt(0));
    return;
  }
  words.push(bytes.length % 6 === 0 ? BYTE_LATCH_SIXES : BYTE_LATCH);
  let i = 0;
  for (; i + 6 <= bytes.length; i += 6) {
    let six = 0;
    for (let k = 0; k < 6; k++) six = six * 256 + bytes.charCodeAt(i + k);
    const five: number[] = [];
    for (let k = 0; k < 5; k++) {
      five.push(six % 900);
      six = Math.floor(six / 900);
    }
    words.push(...five.toReversed());
  }
  for (; i < bytes.length; i++) words.push(bytes.charCodeAt(i));
}

function pushDigits(digits: string, words: number[]): void {
  words.push(NUMERIC_LATCH);
  for (let i = 0; i < digits.length; i += DIGITS_A_GROUP) {
    const group: number[] = [];
    for (let number = BigInt(`1${digits.slice(i, i + DIGITS_A_GROUP)}`); number > 0n; number /= 900n) {
      group.push(Number(number % 900n));
    }
    words.push(...group.toReversed());
  }
}
