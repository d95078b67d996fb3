import iconv from 'iconv-lite';
import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipText } from '../bwip.ts';
import { announced, asciiOf, type MarkedRequest } from './request.ts';

type Options = Readonly<Record<string, unknown>>;

/** Text as the library takes it, with how it is spelled. */
export interface LibraryInput {
  readonly text: string;
  readonly parse?: true;
  readonly binarytext?: true;
  readonly parsefnc?: true;
}

/** Printable ASCII, the rest by number, a character set announced if need be. */
export function announcedInput(value: string): LibraryInput {
  const { bytes, eci } = announced(value);
  const text = `${eci === undefined ? '' : '^ECI000026'}${bwipText(bytes)}`;
  return { text, parse: true, binarytext: true, ...(eci === undefined ? {} : { parsefnc: true }) };
}

/** Symbologies in which the library announces a character set. */
const ANNOUNCES =
  /^(?:pdf417compact|datamatrixrectangular(?:extension)?|rectangularmicroqrcode|azteccodecompact|codeone|dotcode)$/;

/** A GTIN of 13 digits, or 14 with its check digit, has its application identifier put before it. */
const GTIN = /^(?:ean14|databar(?:omni|truncated|limited|stacked|stackedomni)(?:composite)?)$/;

/** What to encode for a value; null for characters that the symbology has no way to say. */
export function libraryInput(symbology: string, value: string): LibraryInput | null {
  if (asciiOf(value) === null) {
    if (ANNOUNCES.test(symbology)) return announcedInput(value);
    if (symbology !== 'hanxin') return null;
    // Han Xin Code's own character set (ISO/IEC 20830), which has every character and needs no announcing.
    const bytes = iconv.encode(value, 'gb18030').toString('latin1') as ByteString;
    return { text: bwipText(bytes), parse: true, binarytext: true };
  }
  if (GTIN.test(symbology)) return { text: value.replace(/^\d{13,14}(?=$|\|)/, '(01)$&') };
  if (symbology === 'sscc18') return { text: value.replace(/^\d{17,18}$/, '(00)$&') };
  return { text: value };
}

/** Which symbologies have levels of error correction, and how the library spells them. */
const LEVELS: readonly (readonly [symbology: RegExp, level: RegExp])[] = [
  [/^(?:gs1|gs1dl|hibc)qrcode$/, /^[LMQH]$/],
  [/^microqrcode$/, /^[LMQ]$/],
  [/^rectangularmicroqrcode$/, /^[MH]$/],
  [/^hanxin$/, /^L[1-4]$/],
  [/^(?:hibcpdf417|pdf417compact)$/, /^[0-8]$/],
  [/^(?:azteccodecompact|hibcazteccode)$/, /^(?:[5-9]|[1-8]\d|9[0-5])$/],
];

/** The marker's `ec`, where it is a level that the symbology has; else the library's own choice. */
export function libraryEc(symbology: string, ec: string | undefined): Options {
  const text = (ec ?? '').trim().toUpperCase();
  const eclevel = symbology === 'hanxin' ? text.replace(/^(?=\d)/, 'L') : text;
  const isLevel = LEVELS.some(([of, level]) => of.test(symbology) && level.test(eclevel));
  return isLevel ? { eclevel } : {};
}

/** What the library leaves out unless it is asked: the check characters of Code 93 are no option. */
export function libraryChecks(symbology: string): Options {
  return symbology === 'code93ext' ? { includecheck: true } : {};
}

/** How many segments stand side by side. */
const IN_SEGMENTS = /^(?:databarexpandedstacked(?:composite)?|gs1northamericancoupon)$/;

/** Types of Mailmark by their size, in the order in which one that holds the value is looked for. */
const MAILMARKS = [
  { type: '7', columns: 24, rows: 24 },
  { type: '9', columns: 32, rows: 32 },
  { type: '29', columns: 48, rows: 16 },
];

/** Sizes of rMQR, smallest first. */
const RMQR_COLUMNS: Readonly<Record<number, readonly number[]>> = {
  7: [43, 59, 77, 99, 139],
  9: [43, 59, 77, 99, 139],
  11: [27, 43, 59, 77, 99, 139],
  13: [27, 43, 59, 77, 99, 139],
  15: [43, 59, 77, 99, 139],
  17: [43, 59, 77, 99, 139],
};
const RMQRS = Object.entries(RMQR_COLUMNS)
  .flatMap(([rows, all]) => all.map((columns) => ({ rows: Number(rows), columns })))
  .toSorted((a, b) => a.rows * a.columns - b.rows * b.columns);
/** No rMQR has more digits to a cell. */
const RMQR_DENSITY = 0.16;

/** What the library is asked for, in turn, until it has a symbol that holds the value: the saved size first. */
export function librarySizes(request: MarkedRequest): readonly Options[] {
  const { symbology, value, columns, rows } = request;
  if (symbology === 'mailmark') return savedFirst(MAILMARKS, request).map(({ type }) => ({ type }));
  if (symbology === 'rectangularmicroqrcode') {
    const enough = RMQRS.filter((size) => size.rows * size.columns * RMQR_DENSITY >= value.length);
    const sizes = savedFirst(enough.length === 0 ? RMQRS.slice(-1) : enough, request);
    return sizes.map((size) => ({ version: `R${size.rows}x${size.columns}` }));
  }
  if (columns === undefined && rows === undefined) return [{}, ...widest(symbology)];
  if (IN_SEGMENTS.test(symbology)) return columns === undefined ? [{}] : [{ segments: columns }, {}];
  if (symbology === 'gs1-cc') return columns === undefined ? [{}] : [{ cccolumns: columns }, {}];
  const inColumns = columns === undefined ? {} : { columns };
  const sizes: Options[] = rows === undefined ? [] : [{ ...inColumns, rows }];
  return [...sizes, ...(columns === undefined ? [] : [inColumns]), {}, ...widest(symbology)];
}

/** Where the library would keep to few columns. */
function widest(symbology: string): readonly Options[] {
  if (/^hibc(?:micro)?pdf417$/.test(symbology)) return [{ columns: 0 }];
  return /^(?:hibc)?codablockf$/.test(symbology) ? [{ columns: 62 }] : [];
}

/** The size of the marker before all others; those of as many rows come next. */
function savedFirst<Size extends { readonly columns: number; readonly rows: number }>(
  sizes: readonly Size[],
  { columns, rows }: MarkedRequest,
): readonly Size[] {
  const rank = (size: Size): number =>
    size.rows !== rows ? 2 : size.columns === columns || columns === undefined ? 0 : 1;
  const larger = sizes.filter((size) => size.rows !== rows || size.columns >= (columns ?? 0));
  return larger.toSorted((a, b) => rank(a) - rank(b));
}
