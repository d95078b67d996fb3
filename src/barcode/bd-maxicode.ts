import { ALLOWED, bwipRaw, bwipText } from '../symbology/bwip.ts';
import { maxiCodeSymbol } from '../symbology/maxicode.ts';
import { refused, type Symbology } from './field.ts';

/** Modes 2 and 3: class of service, country, postal code, then the message. */
interface Postal {
  readonly service: string;
  readonly country: string;
  readonly code: string;
  readonly message: string;
}

function readPostal(data: string, mode: number): Postal | null {
  const found =
    mode === 2 ? /^(\d{3})(\d{3})(\d{9})([^]*)$/.exec(data) : /^(\d{3})(\d{3})([ -~]{6})([^]*)$/.exec(data);
  if (found === null) return null;
  const [, service = '', country = '', code = '', message = ''] = found;
  return { service, country, code, message };
}

/** The width of the symbol, which the printer does not let labels change. */
const WIDTH_MM = 25;

/** The digits that the largest symbol holds; longer data is never passed to the library. */
const MOST_BYTES = 200;
const HEADER = /^\[\)>\x1e01\x1d(\d\d)/;

/** The library wants the header of a structured message before the postal part, Zebra after it. */
function libraryText({ service, country, code, message }: Postal): string {
  const header = HEADER.exec(message)?.[0] ?? '';
  return `${header}${code}\x1d${country}\x1d${service}\x1d${message.slice(header.length)}`;
}

function wrongPostal(mode: number): string {
  return mode === 2
    ? 'MaxiCode mode 2 begins with 3 digits of service, 3 of country and 9 of ZIP code'
    : 'MaxiCode mode 3 begins with 3 digits of service, 3 of country and 6 characters of postal code';
}

export const maxiCode: Symbology<'^BD'> = {
  cost: [2400, 11],
  symbology: () => 'maxicode',
  encode(field) {
    if (field.data === '') return refused('maxicode', 'S', 'MaxiCode needs at least one character');
    if (field.data.length > MOST_BYTES) return refused('maxicode', 'L', ALLOWED.maxicode);
    const { mode } = field.options;
    let text: string = field.data;
    if (mode === 2 || mode === 3) {
      const postal = readPostal(field.data, mode);
      if (postal === null) return refused('maxicode', 'C', wrongPostal(mode));
      text = libraryText(postal);
    }
    const { pixs } = bwipRaw({
      bcid: 'maxicode',
      text: bwipText(text),
      parse: true,
      binarytext: true,
      mode,
    });
    return {
      ok: true,
      symbology: 'maxicode',
      symbol: maxiCodeSymbol(pixs ?? [], Math.round(WIDTH_MM * (field.dotsPerMm ?? 8))),
      line: null,
    };
  },
  check: (field) => (field.data === '' ? 'MaxiCode needs at least one character' : null),
};
