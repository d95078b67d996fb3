import type { IncomingHttpHeaders } from 'node:http';
import { RequestRefusal } from '../request-refusal.ts';
import { HEADS, type LabelSize, type MediaSize, MM_PER_INCH } from '../units.ts';

/** The formats of an answer. */
export type LabelaryFormat = 'png' | 'pdf' | 'json';

/** Sheets of paper that labels are put on. Millimetres. */
export interface PaperSheet {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Null for as many as there is room for. */
  readonly layout: { readonly columns: number; readonly rows: number } | null;
  readonly align: 'Left' | 'Right' | 'Center' | 'Justify';
  readonly verticalAlign: 'Top' | 'Bottom' | 'Center' | 'Justify';
  readonly border: 'Dashed' | 'Solid' | 'None';
}

/** A request of the API of Labelary, read. */
export interface LabelaryRequest {
  readonly size: LabelSize;
  /** Null for all labels. */
  readonly index: number | null;
  readonly format: LabelaryFormat;
  /** Degrees clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Null for pages of the label's own size. */
  readonly sheet: PaperSheet | null;
  readonly lints: boolean;
}

const PATH = /^\/v1\/printers\/([^/?]*)\/labels\/([^/?]*)(?:\/(\d+(?=[/?]|$)))?\/?(.*)$/s;

/** Dots per inch of each head, by its name in a path: `8dpmm`. */
const DPI: ReadonlyMap<string, number> = new Map(
  HEADS.map(({ dotsPerMm, dpi }) => [`${dotsPerMm}dpmm`, dpi]),
);

const INCHES_MAX = 15;
const INDEX_MAX = 1_000_000;

const PAPERS: Readonly<Record<string, readonly [widthMm: number, heightMm: number]>> = {
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  a4: [210, 297],
  a5: [148, 210],
  a6: [105, 148],
};

const FORMATS: Readonly<Record<string, LabelaryFormat>> = {
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/json': 'json',
};

/** Whether a path is one of Labelary's. */
export function isLabelaryPath(path: string): boolean {
  return path.startsWith('/v1/printers/');
}

/**
 * Reads path and headers as Labelary documents them. `zplInUrl` is the ZPL of a GET: in the path, or as the whole
 * query, as `curl --get --data-urlencode` sends it.
 *
 * @param url path and query as they were sent, their escapes included
 * @throws RequestRefusal with the status that Labelary answers
 */
export function readLabelaryRequest(
  url: string,
  headers: IncomingHttpHeaders,
): { readonly request: LabelaryRequest; readonly zplInUrl: string } {
  const [, head = '', dimensions = '', index, zplInUrl = ''] = PATH.exec(url) ?? [];
  const dpi = DPI.get(head);
  if (dpi === undefined) throw new RequestRefusal(404, `${head} is not one of ${[...DPI.keys()].join(', ')}`);
  const format = formatOf(headers.accept);
  // Both are drawn alike; another value is one that was misspelled.
  oneOf(headers, 'x-quality', ['Grayscale', 'Bitonal']);
  const request = {
    size: { ...sizeOf(dimensions), dpi },
    index: index === undefined ? (format === 'png' ? 0 : null) : Math.min(Number(index), INDEX_MAX),
    format,
    rotation: rotationOf(header(headers, 'x-rotation')),
    sheet: sheetOf(headers),
    lints: /^on$/i.test(header(headers, 'x-linter') ?? ''),
  };
  return { request, zplInUrl: decoded(zplInUrl.replace(/^\?/, '')) };
}

function sizeOf(dimensions: string): MediaSize {
  const [, width, height] = /^(\d*\.?\d+)x(\d*\.?\d+)$/.exec(dimensions) ?? [];
  if (width === undefined || height === undefined) {
    throw new RequestRefusal(404, `${dimensions} is no size: WIDTHxHEIGHT in inches, as 4x6`);
  }
  for (const inches of [width, height]) {
    const isGood = Number(inches) > 0 && Number(inches) <= INCHES_MAX;
    if (!isGood)
      throw new RequestRefusal(400, `a side of ${inches} inches; at most ${INCHES_MAX} are allowed`);
  }
  return { widthMm: Number(width) * MM_PER_INCH, heightMm: Number(height) * MM_PER_INCH };
}

/** The first that is known of what the client takes; a PNG where it takes anything. */
function formatOf(accept: string = '*/*'): LabelaryFormat {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  for (const type of types) {
    if (type === '*/*' || type === 'image/*' || type === '') return 'png';
    const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
    if (format !== undefined) return format;
  }
  throw new RequestRefusal(406, `Accept may be ${Object.keys(FORMATS).join(', ')}, not ${accept}`);
}

function rotationOf(text: string = '0'): LabelaryRequest['rotation'] {
  const rotation = ([0, 90, 180, 270] as const).find((degrees) => String(degrees) === text.trim());
  if (rotation === undefined)
    throw new RequestRefusal(400, `X-Rotation may be 0, 90, 180 or 270, not ${text}`);
  return rotation;
}

function sheetOf(headers: IncomingHttpHeaders): PaperSheet | null {
  const name = header(headers, 'x-page-size');
  if (name === undefined) return null;
  const size = name.trim().toLowerCase();
  const paper = Object.hasOwn(PAPERS, size) ? PAPERS[size] : undefined;
  if (paper === undefined)
    throw new RequestRefusal(400, `X-Page-Size may be Letter, Legal, A4, A5 or A6, not ${name}`);
  const orientation = oneOf(headers, 'x-page-orientation', ['Portrait', 'Landscape']);
  const [widthMm, heightMm] = orientation === 'Landscape' ? [paper[1], paper[0]] : paper;
  return {
    widthMm,
    heightMm,
    layout: layoutOf(header(headers, 'x-page-layout')),
    align: oneOf(headers, 'x-page-align', ['Left', 'Right', 'Center', 'Justify']),
    verticalAlign: oneOf(headers, 'x-page-vertical-align', ['Top', 'Bottom', 'Center', 'Justify']),
    border: oneOf(headers, 'x-label-border', ['Dashed', 'Solid', 'None']),
  };
}

function layoutOf(text: string | undefined): PaperSheet['layout'] {
  if (text === undefined) return null;
  const [, columns, rows] = /^([1-9]\d?)x([1-9]\d?)$/i.exec(text.trim()) ?? [];
  if (columns === undefined || rows === undefined) {
    throw new RequestRefusal(400, `X-Page-Layout is COLUMNSxROWS, as 2x3, not ${text}`);
  }
  return { columns: Number(columns), rows: Number(rows) };
}

/** One of the values of a header, the first where it is absent. */
function oneOf<const T extends string>(
  headers: IncomingHttpHeaders,
  name: string,
  values: readonly [T, ...T[]],
): T {
  const text = header(headers, name)?.trim();
  if (text === undefined) return values[0];
  const value = values.find((each) => each.toLowerCase() === text.toLowerCase());
  if (value === undefined) throw new RequestRefusal(400, `${name} may be ${values.join(', ')}, not ${text}`);
  return value;
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestRefusal(400, 'the ZPL of the address is not percent-encoded UTF-8');
  }
}
