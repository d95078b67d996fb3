import { keepOnly, strayCharacter } from '../symbology/characters.ts';
import {
  CODE49_WORDS,
  type Code49Message,
  code49Message,
  code49Words,
  encodeCode49,
} from '../symbology/stacked/code49.ts';
import { withSeparators } from '../symbology/stacked/separators.ts';
import { matches } from './control-sequences.ts';
import { BARS_COST, type BarcodeField, moduleDots, refused, type Symbology, within } from './field.ts';

export const code49: Symbology<'^B4'> = {
  cost: BARS_COST,
  symbology: () => 'code49',
  encode(field) {
    if (field.data === '') return refused('code49', 'S', 'Code 49 needs at least one character');
    const message = messageOf(field);
    if (message === null) {
      return refused('code49', 'C', field.options.mode === 'A' ? CODE49_ALLOWED : CODE49_WORDS_ALLOWED);
    }
    const grid = encodeCode49(message);
    if (grid === null) return refused('code49', 'L', CODE49_ALLOWED);
    const module = moduleDots(field);
    const { rowHeight = within(Math.round(field.height / module), 1, 1000), line } = field.options;
    return {
      ok: true,
      symbology: 'code49',
      symbol: withSeparators(grid, rowHeight * module, module),
      line: {
        text: printable(field.data),
        shown: line !== 'N',
        above: line === 'A',
        style: 'A',
      },
    };
  },
  check(field) {
    if (field.data === '') return 'Code 49 needs at least one character';
    if (field.options.mode === 'A') {
      return /[^\0-\x7f]/.test(field.data) || field.data.length > 81 ? CODE49_ALLOWED : null;
    }
    const stray = strayCharacter(field.data, CODE49_WORDS);
    if (stray !== null) return `${CODE49_WORDS_ALLOWED}; got ${stray}`;
    return messageOf(field) === null || STRAY_SHIFT.test(field.data) ? CODE49_WORDS_ALLOWED : null;
  },
  controlSequences: (data, { mode }) => (mode === 'A' ? [] : matches(data, /[<>][^]?|[:;?=]/g)),
};

const CODE49_ALLOWED = 'Code 49 takes ASCII, at most 49 letters or 81 digits';
const CODE49_WORDS_ALLOWED =
  'Code 49 in starting modes 0–5 takes digits, capitals, space, - . $ / + % and the codes < > (shifts of the character after them) : ; ? =; in mode 2 and after = one digit, or three and more';

/** Shift 1 has no meaning for %, and neither shift for another code. */
const STRAY_SHIFT = /<(?![0-9A-Z. $/+-])|>(?![0-9A-Z. $/+%-])/;

/** The words of the data; null if Code 49 has none for it. */
function messageOf({ data, options }: BarcodeField<'^B4'>): Code49Message | null {
  if (options.mode === 'A') return /[^\0-\x7f]/.test(data) ? null : code49Message(data);
  const mode = Number(options.mode);
  const words = code49Words(keepOnly(data, CODE49_WORDS), mode);
  return words === null || words.length === 0 ? null : { mode, words };
}

function printable(data: string): string {
  return data.replace(/[^ -~]/g, '');
}
