import { DIGITS, keepOnly, nameOf } from '../symbology/characters.ts';
import { CODE128_VALUES_MAX, code128Elements, FNC1, shortestCode128 } from '../symbology/linear/code128.ts';
import { gs1CheckDigit } from '../symbology/linear/ean.ts';
import { checkElementString, withCheckDigits } from './bc-element-strings.ts';
import { escapeInvocations, invocationCodes, readInvocations } from './bc-invocations.ts';
import { matches } from './control-sequences.ts';
import {
  type BarcodeField,
  barHeight,
  type Drawn,
  inModules,
  type Refused,
  refused,
  type Symbology,
} from './field.ts';

/** Values to draw, the interpretation line, and what the printer leaves out. */
interface Reading {
  readonly values: readonly number[];
  readonly text: string;
  readonly lost: string | null;
}

const FNC1_AFTER_START = [102];

function read({ data: sent, options: { mode, check } }: BarcodeField<'^BC'>): Reading {
  if (mode === 'U') return readSscc(sent);
  if (mode === 'D') return readElementString(withCheckDigits(sent));
  const data = check ? withCheckDigit(sent) : sent;
  return mode === 'A' ? readAutomatic(data) : readInvocations(data, 'B');
}

/** Parameter e: an SSCC of 19 digits gets its check digit; other data stays as it is (printer evidence 40). */
function withCheckDigit(data: string): string {
  const digits = data.replace(/>./g, '');
  return /^\d{19}$/.test(digits) ? data + gs1CheckDigit(digits) : data;
}

/** Mode A: any ASCII text in the fewest symbol characters. */
function readAutomatic(data: string): Reading {
  const kept: number[] = [];
  let text = '';
  let lost: string | null = null;
  for (const character of data) {
    const code = character.charCodeAt(0);
    if (code > 127) {
      lost ??= `${nameOf(character)}, which is not ASCII`;
      continue;
    }
    kept.push(code);
    if (code >= 32 && code < 127) text += character;
  }
  return { values: kept.length > 0 ? shortestCode128(kept) : [], text, lost };
}

/** Mode U: the 19 digits of an SSCC with its application identifier; the 20th is computed. */
function readSscc(data: string): Reading {
  const digits = keepOnly(data, DIGITS).padStart(19, '0').slice(0, 19);
  const text = digits + gs1CheckDigit(digits);
  return { ...readInvocations(text, 'C', FNC1_AFTER_START), text, lost: null };
}

/** Mode D: FNC1 first, parentheses and spaces only for people, `>8` between elements. */
function readElementString(data: string): Reading {
  const characters: number[] = [FNC1];
  let lost: string | null = null;
  let text = '';
  for (let i = 0; i < data.length; i++) {
    const character = data[i] as string;
    if (character === '>' && data[i + 1] === '8') {
      characters.push(FNC1);
      i++;
      continue;
    }
    const code = character.charCodeAt(0);
    if (code >= 128) {
      lost ??= `${nameOf(character)}, which is not ASCII`;
      continue;
    }
    if (code >= 32 && code < 127) text += character;
    if (character !== '(' && character !== ')' && character !== ' ') characters.push(code);
  }
  return { values: shortestCode128(characters), text, lost };
}

export const code128: Symbology<'^BC'> = {
  cost: [20, 8],
  checkIsComplete: true,
  symbology: () => 'code128',
  encode(field): Drawn | Refused {
    const { mode, line: shown, above } = field.options;
    const { values, text } = read(field);
    if (values.length < 2) return refused('code128', 'S', 'Code 128 needs at least one character');
    if (values.length > CODE128_VALUES_MAX) {
      return refused(
        'code128',
        'L',
        `Code 128 takes at most ${CODE128_VALUES_MAX} symbol characters; got ${values.length}`,
      );
    }
    return {
      ok: true,
      symbology: 'code128',
      symbol: inModules(field, code128Elements(values), barHeight(field)),
      line: { text, shown, above, style: mode === 'D' ? '0-fitted' : 'A' },
    };
  },
  check(field) {
    if (field.data === '') return 'Code 128 needs at least one character';
    const { mode } = field.options;
    if (mode === 'U') return checkSscc(field.data);
    if (mode === 'D') return checkElementString(field.data);
    const lost = mode === 'N' ? dropped(field.data) : null;
    if (lost !== null) return lost;
    const reading = read(field);
    if (reading.lost !== null)
      return `Code 128 takes ASCII characters; the printer would leave out ${reading.lost}`;
    if (reading.values.length < 2) return 'Code 128 needs at least one character';
    return reading.values.length > CODE128_VALUES_MAX
      ? `Code 128 takes at most ${CODE128_VALUES_MAX} symbol characters`
      : null;
  },
  printedData: ({ data, options }) => (options.mode === 'D' ? withCheckDigits(data) : data),
  escape: (value, { mode }) => (mode === 'N' || mode === 'U' ? escapeInvocations(value) : value),
  controlSequences(data, { mode }) {
    if (!data.includes('>')) return [];
    if (mode === 'D') return matches(data, />8/g);
    return mode === 'N' ? invocationCodes(data) : [];
  },
};

/** Bytes that printers drop from the symbol in mode N although subset B has them (printer evidence 41). */
function dropped(data: string): string | null {
  const found = /[^ -\]_-}]/.exec(data)?.[0];
  if (found === undefined) return null;
  if (found === '^') return 'Code 128 takes ^ only as ><; the printer drops it';
  if (found === '~') return 'Code 128 takes ~ only as >=; the printer drops it';
  return `Code 128 takes the characters from space to ~; got ${nameOf(found)}`;
}

function checkSscc(data: string): string | null {
  const allowed = 'Code 128 in UCC case mode takes 19 digits, or 20 with a correct check digit';
  const stray = /\D/.exec(data)?.[0];
  if (stray !== undefined) return `${allowed}; got ${nameOf(stray)}`;
  if (data.length !== 19 && data.length !== 20) return `${allowed}; got ${data.length}`;
  const check = gs1CheckDigit(data.slice(0, 19));
  return data.length === 19 || data[19] === check ? null : `${allowed}; the check digit is ${check}`;
}
