import { RequestRefusal } from '../request-refusal.ts';
import { type DotsPerMm, DPI_OF_HEAD, HEADS, type LabelSize, type MediaSize, MM_PER_INCH } from '../units.ts';
import { acceptedType } from './accept.ts';

/** The media type of each format of an answer; the first one is the default. */
export const FORMAT_TYPES = {
  png: 'image/png',
  pdf: 'application/pdf',
  json: 'application/json',
  zpl: 'application/zpl',
} as const;

/** The formats of an answer. */
export type LabelaryFormat = keyof typeof FORMAT_TYPES;

interface Layout {
  readonly columns: number;
  readonly rows: number;
}

/** Sheets of paper that labels are put on. */
export interface PaperSheet extends MediaSize {
  /** Columns and rows; null for as many as fit. */
  readonly layout: Layout | null;
  readonly align: 'Left' | 'Right' | 'Center' | 'Justify';
  readonly verticalAlign: 'Top' | 'Bottom' | 'Center' | 'Justify';
  readonly border: 'Dashed' | 'Solid' | 'None';
}

/** A request for labels in Labelary's protocol, read. */
export interface LabelaryRequest {
  readonly size: LabelSize;
  /** Null for all labels. */
  readonly index: number | null;
  readonly format: LabelaryFormat;
  /** Degrees clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Whether a PNG has 8 bits a pixel. */
  readonly isGrey: boolean;
  /** Null for pages of the label's own size. */
  readonly sheet: PaperSheet | null;
  readonly lints: boolean;
  /** Whether ZPL is written with one command on each line. */
  readonly formats: boolean;
  /** The print head that ZPL is scaled to; null for that of the request. */
  readonly target: DotsPerMm | null;
}

/** The value of a request header by its lower-case name; undefined for a header that was not sent. */
export type HeaderReader = (name: string) => string | undefined;

/** The Ruby client leaves the number empty where it is given none: `/v1/printers/8dpmm/labels/4x6//`. */
const PATH = /^\/v1\/printers\/([^/?]*)\/labels\/([^/?]*)(?:\/(\d*)(?=[/?]|$))?\/?([^?]*)(?:\?(.*))?$/s;

/** Print heads by their names in a path: `8dpmm`. */
const HEADS_BY_NAME: ReadonlyMap<string, DotsPerMm> = new Map(
  HEADS.map(({ dotsPerMm }) => [`${dotsPerMm}dpmm`, dotsPerMm]),
);

const INCHES_MAX = 15;
const INDEX_MAX = 1_000_000;

const PAPERS = {
  Letter: { widthMm: 215.9, heightMm: 279.4 },
  Legal: { widthMm: 215.9, heightMm: 355.6 },
  A4: { widthMm: 210, heightMm: 297 },
  A5: { widthMm: 148, heightMm: 210 },
  A6: { widthMm: 105, heightMm: 148 },
} as const satisfies Record<string, MediaSize>;

const PAPER_NAMES = Object.keys(PAPERS) as (keyof typeof PAPERS)[];

/**
 * Reads path and headers as Labelary documents them. `zplInUrl` is the ZPL of a GET: in the path, or as the whole
 * query, as `curl --get --data-urlencode` sends it. The path of any other method ends at the label's number.
 *
 * @param url path and query as they were sent, their escapes included, without a key
 * @throws RequestRefusal with the status that Labelary answers
 */
export function readLabelaryRequest(
  method: string,
  url: string,
  header: HeaderReader,
): { readonly request: LabelaryRequest; readonly zplInUrl: string } {
  const [, headName, dimensions = '', index = '', inPath = '', query = ''] = PATH.exec(url) ?? [];
  if (headName === undefined || (method !== 'GET' && inPath !== '')) {
    throw new RequestRefusal(404, 'the path must be /v1/printers/8dpmm/labels/4x6/0/');
  }
  const head = HEADS_BY_NAME.get(headName);
  if (head === undefined) {
    throw new RequestRefusal(404, `${shown(headName)} is not one of ${[...HEADS_BY_NAME.keys()].join(', ')}`);
  }
  const size = { ...sizeOf(dimensions), dpi: DPI_OF_HEAD[head] };
  const format = formatOf(header('accept'));
  const is = (...formats: readonly LabelaryFormat[]): boolean => formats.includes(format);
  // Headers that have no meaning for the format are ignored, even with invalid values.
  const rotation = is('png', 'pdf') ? rotationOf(header) : 0;
  const request = {
    size,
    index: index === '' ? (format === 'png' ? 0 : null) : Math.min(Number(index), INDEX_MAX),
    format,
    rotation,
    isGrey: is('png') && oneOf(header, 'X-Quality', ['Bitonal', 'Grayscale']) === 'Grayscale',
    sheet: is('pdf') ? sheetOf(turnedBy(rotation, size), header) : null,
    lints: oneOf(header, 'X-Linter', ['Off', 'On']) === 'On',
    formats: is('zpl') && oneOf(header, 'X-Formatter', ['Off', 'On']) === 'On',
    target: is('zpl') ? targetOf(header) : null,
  } satisfies LabelaryRequest;
  // A caret or a question mark may come unescaped, as browsers send them.
  const zplInUrl = inPath === '' ? decoded(query) : decoded(query === '' ? inPath : `${inPath}?${query}`);
  return { request, zplInUrl };
}

function sizeOf(dimensions: string): MediaSize {
  const [, width, height] = /^(\d*\.?\d+|\d+\.)x(\d*\.?\d+|\d+\.)$/.exec(dimensions) ?? [];
  if (width === undefined || height === undefined) {
    throw new RequestRefusal(404, `${shown(dimensions)} is not a size: WIDTHxHEIGHT in inches, such as 4x6`);
  }
  for (const inches of [width, height]) {
    const isGood = Number(inches) > 0 && Number(inches) <= INCHES_MAX;
    if (!isGood) {
      throw new RequestRefusal(400, `a side of ${shown(inches)} inches; at most ${INCHES_MAX} are allowed`);
    }
  }
  return { widthMm: Number(width) * MM_PER_INCH, heightMm: Number(height) * MM_PER_INCH };
}

function formatOf(accept: string | undefined): LabelaryFormat {
  const formats = Object.keys(FORMAT_TYPES) as LabelaryFormat[];
  const types = formats.map((format) => FORMAT_TYPES[format]);
  const type = acceptedType(accept, types);
  const format = formats.find((each) => FORMAT_TYPES[each] === type);
  if (format === undefined) {
    throw new RequestRefusal(406, `Accept may be ${types.join(', ')}, not ${shown(accept ?? '')}`);
  }
  return format;
}

function rotationOf(header: HeaderReader): LabelaryRequest['rotation'] {
  return Number(oneOf(header, 'X-Rotation', ['0', '90', '180', '270'])) as LabelaryRequest['rotation'];
}

function targetOf(header: HeaderReader): DotsPerMm | null {
  const name = oneOf(header, 'X-Target-Dpmm', ['', ...HEADS.map(({ dotsPerMm }) => String(dotsPerMm))]);
  return name === '' ? null : (Number(name) as DotsPerMm);
}

/** @param label the size of the label after its rotation */
function sheetOf(label: MediaSize, header: HeaderReader): PaperSheet | null {
  const name = oneOf(header, 'X-Page-Size', ['', ...PAPER_NAMES]);
  const layout = layoutOf(header('x-page-layout'));
  // Also read without a sheet: an invalid value is refused for every PDF.
  const orientation = oneOf(header, 'X-Page-Orientation', ['Portrait', 'Landscape']);
  const placing = {
    align: oneOf(header, 'X-Page-Align', ['Left', 'Right', 'Center', 'Justify']),
    verticalAlign: oneOf(header, 'X-Page-Vertical-Align', ['Top', 'Bottom', 'Center', 'Justify']),
    border: oneOf(header, 'X-Label-Border', ['Dashed', 'Solid', 'None']),
  } as const;
  if (name === '') return layout === null ? null : { ...filledBy(label, layout), layout, ...placing };
  return { ...turnedBy(orientation === 'Landscape' ? 90 : 0, PAPERS[name]), layout, ...placing };
}

/** The sheet that labels of this size fill. */
function filledBy({ widthMm, heightMm }: MediaSize, { columns, rows }: Layout): MediaSize {
  return { widthMm: widthMm * columns, heightMm: heightMm * rows };
}

/** The size after a rotation. */
export function turnedBy(degrees: number, { widthMm, heightMm }: MediaSize): MediaSize {
  return degrees % 180 === 0 ? { widthMm, heightMm } : { widthMm: heightMm, heightMm: widthMm };
}

function layoutOf(text: string | undefined): Layout | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const [, columns, rows] = /^([1-9]\d?)x([1-9]\d?)$/i.exec(trimmed) ?? [];
  if (columns === undefined || rows === undefined) {
    throw new RequestRefusal(400, `X-Page-Layout is COLUMNSxROWS, such as 2x3, not ${shown(trimmed)}`);
  }
  return { columns: Number(columns), rows: Number(rows) };
}

/** One of the values of a header. The first is the default, for an absent or an empty header. */
function oneOf<const T extends string>(header: HeaderReader, name: string, values: readonly [T, ...T[]]): T {
  const text = header(name.toLowerCase())?.trim();
  if (text === undefined || text === '') return values[0];
  const value = values.find((each) => each.toLowerCase() === text.toLowerCase());
  if (value === undefined) {
    const allowed = values.filter((each) => each !== '').join(', ');
    throw new RequestRefusal(400, `${name} may be ${allowed}, not ${shown(text)}`);
  }
  return value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestRefusal(400, 'the ZPL of the address is not percent-encoded UTF-8');
  }
}

/** The longest part of a request that a message repeats. */
const SHOWN_MAX = 60;

/** A part of a request in a message. */
function shown(text: string): string {
  const line = text.replace(/[^\x20-\x7e]/gu, '?');
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}...` : line;
}
