import { DIGITS, keepOnly, strayCharacter } from '../symbology/characters.ts';
import { CODABAR_CHARACTERS, codabarElements } from '../symbology/linear/codabar.ts';
import { code11Checks, code11Elements } from '../symbology/linear/code11.ts';
import { CODE39_CHARACTERS, code39Elements, mod43 } from '../symbology/linear/code39.ts';
import { CODE93_CHARACTERS, code93Checks, code93Elements } from '../symbology/linear/code93.ts';
import { gs1CheckDigit } from '../symbology/linear/ean.ts';
import { type MsiCheck, msiChecks, msiElements } from '../symbology/linear/msi.ts';
import { plesseyCheck, plesseyElements } from '../symbology/linear/plessey.ts';
import {
  industrialElements,
  interleavedElements,
  standardElements,
} from '../symbology/linear/two-of-five.ts';
import type { LinearSymbol } from '../symbology/symbol.ts';
import {
  barHeight,
  flag,
  inModules,
  inTwoWidths,
  letter,
  type NativeField,
  type NativeSymbology,
  refused,
} from './field.ts';

/** A symbology that drops what it cannot carry and draws the rest. */
interface PlainRule {
  readonly symbology: string;
  /** As a sentence has it. */
  readonly title: string;
  readonly allowed: string;
  /** In words, for reasons. */
  readonly allowedWords: string;
  /** A symbol without data still has its start and stop (printer evidence 58). */
  readonly mayBeEmpty?: true;
  /** The printer turns small letters into capitals before it looks. */
  readonly capitals?: true;
  /** Which parameters hold the height, whether the line is shown (-1: always), whether it is above. */
  readonly at: readonly [height: number, shown: number, above: number];
  /** The most characters that are coded. */
  most?(field: NativeField): number;
  /** What else is wrong with data of allowed characters, or null. */
  wrong?(field: NativeField): string | null;
  draw(
    field: NativeField,
    data: string,
    height: number,
  ): { readonly symbol: LinearSymbol; readonly text: string };
}

function plain(rule: PlainRule): NativeSymbology {
  const most = (field: NativeField) => rule.most?.(field) ?? Number.POSITIVE_INFINITY;
  return {
    symbology: () => rule.symbology,
    encode(field) {
      const sent = rule.capitals ? field.data.toUpperCase() : field.data;
      const data = keepOnly(sent, rule.allowed).slice(0, most(field));
      if (data === '' && !rule.mayBeEmpty)
        return refused(rule.symbology, 'S', `${rule.title} needs ${rule.allowedWords}`);
      const [height, shown, above] = rule.at;
      const { symbol, text } = rule.draw(field, data, barHeight(field, height));
      return {
        ok: true,
        symbology: rule.symbology,
        symbol,
        line: {
          text,
          shown: shown < 0 || flag(field, shown, true),
          above: flag(field, above, false),
          style: 'A',
        },
        ...(data === '' ? { note: `${rule.title} without data is only its start and stop` } : {}),
      };
    },
    check(field) {
      if (field.data === '') return `${rule.title} needs at least one character: ${rule.allowedWords}`;
      const stray = strayCharacter(field.data, rule.allowed);
      if (stray !== null) return `${rule.title} takes ${rule.allowedWords}; got ${stray}`;
      if (field.data.length > most(field)) {
        return `${rule.title} takes at most ${most(field)} characters here; got ${field.data.length}`;
      }
      return rule.wrong?.(field) ?? null;
    },
  };
}

const CODE39_WORDS = 'digits, capitals, space and - . $ / + %';

export const code11 = plain({
  symbology: 'code11',
  title: 'Code 11',
  allowed: `${DIGITS}-`,
  allowedWords: 'digits and -',
  at: [2, 3, 4],
  draw(field, data, height) {
    const checked = data + code11Checks(data, flag(field, 1, false) ? 1 : 2);
    return { symbol: inTwoWidths(field, code11Elements(checked), height), text: `△${checked}△` };
  },
});

export const interleaved2of5 = plain({
  symbology: 'interleaved2of5',
  title: 'Interleaved 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  at: [1, 2, 3],
  wrong(field) {
    if (!isOddInterleaved(field)) return null;
    const allowed = addsCheckDigit(field)
      ? 'an odd number of digits where the printer adds a check digit'
      : 'an even number of digits';
    return `Interleaved 2 of 5 takes ${allowed}; got ${field.data.length}`;
  },
  draw(field, data, height) {
    const checked = addsCheckDigit(field) ? data + gs1CheckDigit(data) : data;
    const even = checked.length % 2 === 0 ? checked : `0${checked}`;
    return { symbol: inTwoWidths(field, interleavedElements(even), height), text: even };
  },
});

function addsCheckDigit(field: NativeField): boolean {
  return flag(field, 4, false);
}

/** Digits are coded in pairs: the printer puts a zero before an odd number of them, the check digit included. */
export function isOddInterleaved(field: NativeField): boolean {
  return (field.data.length + (addsCheckDigit(field) ? 1 : 0)) % 2 === 1;
}

export const code39 = plain({
  symbology: 'code39',
  title: 'Code 39',
  allowed: CODE39_CHARACTERS,
  allowedWords: CODE39_WORDS,
  mayBeEmpty: true,
  capitals: true,
  at: [2, 3, 4],
  draw(field, data, height) {
    const checked = flag(field, 1, false) ? data + mod43(data) : data;
    return { symbol: inTwoWidths(field, code39Elements(checked), height), text: `*${checked}*` };
  },
});

export const logmars = plain({
  symbology: 'logmars',
  title: 'LOGMARS',
  allowed: CODE39_CHARACTERS,
  allowedWords: CODE39_WORDS,
  capitals: true,
  at: [1, -1, 2],
  draw(field, data, height) {
    const checked = data + mod43(data);
    return { symbol: inTwoWidths(field, code39Elements(checked), height), text: `*${checked}*` };
  },
});

export const code93 = plain({
  symbology: 'code93',
  title: 'Code 93',
  allowed: CODE93_CHARACTERS,
  allowedWords: `${CODE39_WORDS} (and & ' ( ) for the shift characters)`,
  capitals: true,
  at: [1, 2, 3],
  draw(field, data, height) {
    const shown = flag(field, 4, false)
      ? data +
        code93Checks(data)
          .map((value) => CODE93_CHARACTERS[value])
          .join('')
      : data;
    return { symbol: inModules(field, code93Elements(data), height), text: `□${shown}□` };
  },
});

export const industrial2of5 = plain({
  symbology: 'industrial2of5',
  title: 'Industrial 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  at: [1, 2, 3],
  draw: (field, data, height) => ({
    symbol: inTwoWidths(field, industrialElements(data), height),
    text: data,
  }),
});

export const standard2of5 = plain({
  symbology: 'standard2of5',
  title: 'Standard 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  at: [1, 2, 3],
  draw: (field, data, height) => ({ symbol: inTwoWidths(field, standardElements(data), height), text: data }),
});

export const codabar = plain({
  symbology: 'codabar',
  title: 'Codabar',
  allowed: CODABAR_CHARACTERS,
  allowedWords: 'digits and - $ : / . + (start and stop letters come from the command)',
  at: [2, 3, 4],
  draw(field, data, height) {
    const text = edgeLetter(field, 5) + data + edgeLetter(field, 6);
    return { symbol: inTwoWidths(field, codabarElements(text), height), text };
  },
});

function edgeLetter(field: NativeField, index: number): string {
  const value = letter(field, index);
  return /^[A-D]$/.test(value) ? value : 'A';
}

export const msi = plain({
  symbology: 'msi',
  title: 'MSI',
  allowed: DIGITS,
  allowedWords: 'digits only',
  at: [2, 3, 4],
  // The guide gives 13 without a check digit and 14 with the printer's own.
  most: (field) => (msiCheck(field) === 'A' ? 13 : 14),
  draw(field, data, height) {
    const checks = msiChecks(data, msiCheck(field));
    const text = flag(field, 5, false) ? data + checks : data;
    return { symbol: inTwoWidths(field, msiElements(data + checks), height), text };
  },
});

function msiCheck(field: NativeField): MsiCheck {
  const value = letter(field, 1);
  return value === 'A' || value === 'C' || value === 'D' ? value : 'B';
}

export const plessey = plain({
  symbology: 'plessey',
  title: 'Plessey',
  allowed: `${DIGITS}ABCDEF`,
  allowedWords: 'digits and A to F',
  capitals: true,
  at: [2, 3, 4],
  draw(field, data, height) {
    const text = flag(field, 1, false) ? data + plesseyCheck(data) : data;
    return { symbol: inTwoWidths(field, plesseyElements(data), height), text };
  },
});
