import { DIGITS, keepOnly, strayCharacter } from '../symbology/characters.ts';
import { CODABAR_CHARACTERS, codabarElements } from '../symbology/linear/codabar.ts';
import { code11Checks, code11Elements } from '../symbology/linear/code11.ts';
import { CODE39_CHARACTERS, code39Elements, mod43 } from '../symbology/linear/code39.ts';
import { CODE93_CHARACTERS, code93Checks, code93Elements } from '../symbology/linear/code93.ts';
import { gs1CheckDigit } from '../symbology/linear/ean.ts';
import { msiChecks, msiElements } from '../symbology/linear/msi.ts';
import { plesseyCheck, plesseyElements } from '../symbology/linear/plessey.ts';
import {
  industrialElements,
  interleavedElements,
  standardElements,
} from '../symbology/linear/two-of-five.ts';
import type { LinearSymbol } from '../symbology/symbol.ts';
import { matches } from './control-sequences.ts';
import {
  BARS_COST,
  type BarcodeField,
  barHeight,
  inModules,
  inTwoWidths,
  refused,
  type Symbology,
} from './field.ts';

type PlainCommand = '^B1' | '^B2' | '^B3' | '^BA' | '^BI' | '^BJ' | '^BK' | '^BL' | '^BM' | '^BP';

/** A symbology that drops what it cannot carry and draws the rest. */
interface PlainRule<C extends PlainCommand> {
  readonly symbology: string;
  /** The name of the symbology in a sentence. */
  readonly title: string;
  readonly allowed: string;
  /** The allowed characters in words, for reasons. */
  readonly allowedWords: string;
  /** A symbol without data still has its start and stop (printer evidence 58). */
  readonly mayBeEmpty?: true;
  /** The printer turns small letters into capitals before it looks. */
  readonly capitals?: true;
  /** The most characters that are coded. */
  most?(field: BarcodeField<C>): number;
  /** Other faults of data with allowed characters, or null. */
  wrong?(field: BarcodeField<C>): string | null;
  /** See {@link Symbology.printedData}. */
  readonly printedData?: Symbology<C>['printedData'];
  readonly controlSequences?: Symbology<C>['controlSequences'];
  draw(
    field: BarcodeField<C>,
    data: string,
    height: number,
  ): { readonly symbol: LinearSymbol; readonly text: string };
}

function plain<C extends PlainCommand>(rule: PlainRule<C>): Symbology<C> {
  const { printedData, controlSequences } = rule;
  const most = (field: BarcodeField<C>) => rule.most?.(field) ?? Number.POSITIVE_INFINITY;
  return {
    cost: BARS_COST,
    ...(printedData === undefined ? {} : { printedData }),
    ...(controlSequences === undefined ? {} : { controlSequences }),
    symbology: () => rule.symbology,
    encode(field) {
      const sent = rule.capitals ? field.data.toUpperCase() : field.data;
      const data = keepOnly(sent, rule.allowed).slice(0, most(field));
      if (data === '' && !rule.mayBeEmpty)
        return refused(rule.symbology, 'S', `${rule.title} needs ${rule.allowedWords}`);
      // ^BL has no parameter for its line.
      const options: { readonly line?: boolean; readonly above: boolean } = field.options;
      const { line: shown = true, above } = options;
      const { symbol, text } = rule.draw(field, data, barHeight(field));
      return {
        ok: true,
        symbology: rule.symbology,
        symbol,
        line: { text, shown, above, style: 'A' },
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

export const code11 = plain<'^B1'>({
  symbology: 'code11',
  title: 'Code 11',
  allowed: `${DIGITS}-`,
  allowedWords: 'digits and -',
  draw(field, data, height) {
    const checked = data + code11Checks(data, field.options.check ? 1 : 2);
    return { symbol: inTwoWidths(field, code11Elements(checked), height), text: `△${checked}△` };
  },
});

export const interleaved2of5 = plain<'^B2'>({
  symbology: 'interleaved2of5',
  title: 'Interleaved 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  printedData: (field) => (field.data !== '' && isOdd(field) ? `0${field.data}` : field.data),
  wrong(field) {
    if (!isOdd(field)) return null;
    const allowed = field.options.check
      ? 'an odd number of digits where the printer adds a check digit'
      : 'an even number of digits';
    return `Interleaved 2 of 5 takes ${allowed}; got ${field.data.length}`;
  },
  draw(field, data, height) {
    const checked = field.options.check ? data + gs1CheckDigit(data) : data;
    const even = checked.length % 2 === 0 ? checked : `0${checked}`;
    return { symbol: inTwoWidths(field, interleavedElements(even), height), text: even };
  },
});

/** Digits are coded in pairs: the printer puts a zero before an odd number of them, the check digit included. */
function isOdd({ data, options }: BarcodeField<'^B2'>): boolean {
  return (data.length + (options.check ? 1 : 0)) % 2 === 1;
}

export const code39 = plain<'^B3'>({
  symbology: 'code39',
  title: 'Code 39',
  allowed: CODE39_CHARACTERS,
  allowedWords: CODE39_WORDS,
  mayBeEmpty: true,
  capitals: true,
  draw(field, data, height) {
    const checked = field.options.check ? data + mod43(data) : data;
    return { symbol: inTwoWidths(field, code39Elements(checked), height), text: `*${checked}*` };
  },
});

export const logmars = plain<'^BL'>({
  symbology: 'logmars',
  title: 'LOGMARS',
  allowed: CODE39_CHARACTERS,
  allowedWords: CODE39_WORDS,
  capitals: true,
  draw(field, data, height) {
    const checked = data + mod43(data);
    return { symbol: inTwoWidths(field, code39Elements(checked), height), text: `*${checked}*` };
  },
});

export const code93 = plain<'^BA'>({
  symbology: 'code93',
  title: 'Code 93',
  allowed: CODE93_CHARACTERS,
  allowedWords: `${CODE39_WORDS} (and & ' ( ) for the shift characters)`,
  capitals: true,
  // A shift character and what it shifts.
  controlSequences: (data) => matches(data, /[&'()][^]?/g),
  draw(field, data, height) {
    const shown = field.options.showCheck
      ? data +
        code93Checks(data)
          .map((value) => CODE93_CHARACTERS[value])
          .join('')
      : data;
    return { symbol: inModules(field, code93Elements(data), height), text: `□${shown}□` };
  },
});

export const industrial2of5 = plain<'^BI'>({
  symbology: 'industrial2of5',
  title: 'Industrial 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  draw: (field, data, height) => ({
    symbol: inTwoWidths(field, industrialElements(data), height),
    text: data,
  }),
});

export const standard2of5 = plain<'^BJ'>({
  symbology: 'standard2of5',
  title: 'Standard 2 of 5',
  allowed: DIGITS,
  allowedWords: 'digits only',
  draw: (field, data, height) => ({ symbol: inTwoWidths(field, standardElements(data), height), text: data }),
});

export const codabar = plain<'^BK'>({
  symbology: 'codabar',
  title: 'Codabar',
  allowed: CODABAR_CHARACTERS,
  allowedWords: 'digits and - $ : / . + (start and stop letters come from the command)',
  draw(field, data, height) {
    const text = field.options.start + data + field.options.stop;
    return { symbol: inTwoWidths(field, codabarElements(text), height), text };
  },
});

export const msi = plain<'^BM'>({
  symbology: 'msi',
  title: 'MSI',
  allowed: DIGITS,
  allowedWords: 'digits only',
  // The guide gives 13 without a check digit and 14 with the printer's own.
  most: ({ options }) => (options.check === 'A' ? 13 : 14),
  draw(field, data, height) {
    const checks = msiChecks(data, field.options.check);
    const text = field.options.showCheck ? data + checks : data;
    return { symbol: inTwoWidths(field, msiElements(data + checks), height), text };
  },
});

export const plessey = plain<'^BP'>({
  symbology: 'plessey',
  title: 'Plessey',
  allowed: `${DIGITS}ABCDEF`,
  allowedWords: 'digits and A to F',
  capitals: true,
  draw(field, data, height) {
    const text = field.options.showCheck ? data + plesseyCheck(data) : data;
    return { symbol: inTwoWidths(field, plesseyElements(data), height), text };
  },
});
