import { iconv } from '../../on-first-use.ts';
import { bwipFunctionText, bwipText } from '../../symbology/bwip.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { announced, asciiOf, type MarkerRequest } from './request.ts';

type Options = Readonly<Record<string, unknown>>;

/** Text as the library takes it, with how it is spelled. */
export interface LibraryInput {
  readonly text: string;
  readonly parse?: true;
  readonly binarytext?: true;
  readonly parsefnc?: true;
}

/** Printable ASCII as it is and the rest by number, with its character set announced if necessary. */
export function announcedInput(value: string): LibraryInput {
  const { bytes, eci } = announced(value);
  if (eci === undefined) return { text: bwipText(bytes), parse: true, binarytext: true };
  return { text: `^ECI000026${bwipFunctionText(bytes)}`, parse: true, binarytext: true, parsefnc: true };
}

/** Symbologies in which the library announces a character set. */
const ANNOUNCES =
  /^(?:pdf417compact|datamatrixrectangular(?:extension)?|rectangularmicroqrcode|azteccodecompact|codeone|dotcode)$/;

/** A GTIN of 13 digits, or 14 with its check digit, has its application identifier put before it. */
const GTIN = /^(?:ean14|databar(?:omni|truncated|limited|stacked|stackedomni)(?:composite)?)$/;

/** The library's input for a value; null for characters that the symbology cannot encode. */
export function libraryInput(symbology: string, value: string): LibraryInput | null {
  if (asciiOf(value) === null) {
    if (ANNOUNCES.test(symbology)) return announcedInput(value);
    if (symbology !== 'hanxin') return null;
    // Han Xin Code's own character set (ISO/IEC 20830), which has every character and needs no announcing.
    const bytes = iconv().encode(value, 'gb18030').toString('latin1') as ByteString;
    return { text: bwipText(bytes), parse: true, binarytext: true };
  }
  if (GTIN.test(symbology)) return { text: value.replace(/^\d{13,14}(?=$|\|)/, '(01)$&') };
  if (symbology === 'sscc18') return { text: value.replace(/^\d{17,18}$/, '(00)$&') };
  return { text: value };
}

/** Symbologies with levels of error correction, and the library's spelling of the levels. */
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

/** Options for parts that the library leaves out by default: the check characters of Code 93 are not optional. */
export function libraryChecks(symbology: string): Options {
  return symbology === 'code93ext' ? { includecheck: true } : {};
}

/** Symbologies whose `columns` count the segments in a row. */
const IN_SEGMENTS = /^(?:databarexpandedstacked(?:composite)?|gs1northamericancoupon)$/;

/** Types of Mailmark with their size and the most characters, in the order in which one for the value is looked for. */
const MAILMARKS = [
  { type: '7', columns: 24, rows: 24, most: 51 },
  { type: '9', columns: 32, rows: 32, most: 90 },
  { type: '29', columns: 48, rows: 16, most: 70 },
];

/** Rows and columns of rMQR with the digits that level M and level H hold (ISO/IEC 23941), smallest first. */
const RMQRS = (
  [
    [7, 43, 12, 5],
    [7, 59, 26, 14],
    [7, 77, 45, 21],
    [7, 99, 64, 30],
    [7, 139, 102, 54],
    [9, 43, 26, 14],
    [9, 59, 47, 23],
    [9, 77, 71, 37],
    [9, 99, 97, 49],
    [9, 139, 147, 75],
    [11, 27, 14, 9],
    [11, 43, 42, 23],
    [11, 59, 71, 33],
    [11, 77, 100, 52],
    [11, 99, 133, 66],
    [11, 139, 198, 97],
    [13, 27, 26, 14],
    [13, 43, 62, 28],
    [13, 59, 88, 45],
    [13, 77, 124, 66],
    [13, 99, 171, 80],
    [13, 139, 251, 126],
    [15, 43, 76, 33],
    [15, 59, 112, 59],
    [15, 77, 157, 71],
    [15, 99, 207, 111],
    [15, 139, 301, 162],
    [17, 43, 90, 47],
    [17, 59, 131, 63],
    [17, 77, 183, 87],
    [17, 99, 236, 131],
    [17, 139, 361, 178],
  ] as const
)
  .map(([rows, columns, M, H]) => ({ rows, columns, digits: { M, H } }))
  .toSorted((a, b) => a.rows * a.columns - b.rows * b.columns);

/** The number of digits that take as many bits as the value: no mixture of modes takes fewer. */
function inDigits(value: string): number {
  const bytes = Buffer.byteLength(value);
  const digits = value.match(/\d/g)?.length ?? 0;
  const alphanumeric = value.match(/[A-Z $%*+./:-]/g)?.length ?? 0;
  return digits + alphanumeric * 1.65 + (bytes - digits - alphanumeric) * 2.4;
}

/** Options to try in turn until a symbol holds the value: the saved size first. */
export function librarySizes(request: MarkerRequest): readonly Options[] {
  const { symbology, value, columns, rows } = request;
  if (symbology === 'mailmark') {
    const enough = MAILMARKS.filter(({ most }) => value.length <= most);
    const types = savedFirst(enough.length === 0 ? MAILMARKS.slice(1, 2) : enough, request);
    return types.map(({ type }) => ({ type }));
  }
  if (symbology === 'rectangularmicroqrcode') {
    const least = inDigits(value);
    const level = 'eclevel' in libraryEc(symbology, request.ec) && /h/i.test(request.ec ?? '') ? 'H' : 'M';
    const enough = RMQRS.filter(({ digits }) => digits[level] >= least);
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

/** Options against the library's preference for few columns. */
function widest(symbology: string): readonly Options[] {
  if (/^hibc(?:micro)?pdf417$/.test(symbology)) return [{ columns: 0 }];
  return /^(?:hibc)?codablockf$/.test(symbology) ? [{ columns: 62 }] : [];
}

/** The size of the marker before all others; those of as many rows come next. */
function savedFirst<Size extends { readonly columns: number; readonly rows: number }>(
  sizes: readonly Size[],
  { columns, rows }: MarkerRequest,
): readonly Size[] {
  const rank = (size: Size): number =>
    size.rows !== rows ? 2 : size.columns === columns || columns === undefined ? 0 : 1;
  const larger = sizes.filter((size) => size.rows !== rows || size.columns >= (columns ?? 0));
  return larger.toSorted((a, b) => rank(a) - rank(b));
}
