import type { Orientation } from '../../bitmap/rotate.ts';
import type { Dither } from '../../raster/images/dithered.ts';
import { findPlaceholders } from '../placeholders/token.ts';
import type { MarkerRequest } from './request.ts';

/** The data by which a marked raster is drawn again. Its template gives the value. */
export type Marker = SymbolMarker | PictureMarker;

/** A barcode. */
export interface SymbolMarker extends Omit<MarkerRequest, 'value'> {
  readonly kind: 'symbol';
  readonly template: string;
}

/** A picture, whose value is a file in base64. */
export interface PictureMarker {
  readonly kind: 'picture';
  readonly symbology: typeof PICTURE;
  readonly template: string;
  readonly rotation: Orientation;
  readonly dither: Dither;
  /** Pixels darker than that are black, from 0 to 255. */
  readonly threshold: number;
}

/** The symbology in the marker of a picture. */
const PICTURE = 'image';

/** The text by which the ZPL of a label shows that it may have the marker of a picture. */
export const PICTURE_MARK = `symbology=${PICTURE}`;

export type MarkerResult =
  | { readonly ok: true; readonly marker: Marker }
  | { readonly ok: false; readonly reason: string };

const PREFIX = 'svc-barcode:';

/**
 * Reads the text of an `^FX` comment as the marker of a raster barcode: null for any other comment, a reason
 * for a marker of an unknown version or a damaged one.
 */
export function readMarker(comment: string): MarkerResult | null {
  const text = comment.trim();
  if (!text.startsWith(PREFIX)) return null;
  const [version, ...pairs] = text.slice(PREFIX.length).split(';');
  if (version !== '1')
    return { ok: false, reason: `unknown version "${version?.slice(0, 20)}" of a barcode marker` };
  const values = readPairs(pairs);
  if (typeof values === 'string') return damaged(values);
  const symbology = values.get('symbology') ?? '';
  const template = values.get('template');
  const rotation = values.get('rotation') ?? 'N';
  if (symbology === '' || template === undefined) return damaged('symbology and template are required');
  if (!isOrientation(rotation)) return damaged('rotation is not N, R, I or B');
  if (symbology === PICTURE) return pictureMarker(values, template, rotation);
  const numbers: Record<string, number> = {};
  for (const [key, pattern] of NUMBERS) {
    const value = values.get(key);
    if (value === undefined) continue;
    if (!pattern.test(value)) return damaged(`${key} is not a number in range`);
    numbers[key] = Number(value);
  }
  const { module, ...optional } = numbers;
  if (module === undefined) return damaged('module is required');
  const ec = values.get('ec');
  const own = { symbology, template, module, rotation, ...optional, ...(ec === undefined ? {} : { ec }) };
  return { ok: true, marker: { kind: 'symbol', ...own } };
}

const DITHERS: readonly Dither[] = ['none', 'floyd-steinberg', 'atkinson'];

function pictureMarker(
  values: ReadonlyMap<string, string>,
  template: string,
  rotation: Orientation,
): MarkerResult {
  const dither = DITHERS.find((name) => name === (values.get('dither') ?? 'none'));
  const threshold = values.get('threshold') ?? '128';
  if (dither === undefined) return damaged(`dither is not ${DITHERS.join(', ')}`);
  if (!/^\d{1,3}$/.test(threshold) || Number(threshold) > 255) return damaged('threshold is not 0 to 255');
  const [found, ...more] = findPlaceholders(template);
  const isOne = found?.token.kind === 'variable' && more.length === 0;
  if (!isOne || found.start > 0 || found.end < template.length) {
    return damaged('the template of an image is one placeholder of a variable, and nothing else');
  }
  const marker = { symbology: PICTURE, template, rotation, dither, threshold: Number(threshold) } as const;
  return { ok: true, marker: { kind: 'picture', ...marker } };
}

/** Numbers of a marker, with their patterns. */
const NUMBERS: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['module', /^[1-9]\d{0,3}$/],
  ['columns', /^\d{1,4}$/],
  ['rows', /^\d{1,4}$/],
  ['ratio', /^\d{1,2}(?:\.\d{1,4})?$/],
  ['height', /^[1-9]\d{0,4}$/],
  ['quiet', /^\d{1,3}$/],
];

/** Percent-decoded keys and values, or what is wrong with them. */
function readPairs(pairs: readonly string[]): Map<string, string> | string {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals < 0) return 'a pair has no "="';
    try {
      const key = decodeURIComponent(pair.slice(0, equals));
      if (values.has(key)) return `"${key}" is given twice`;
      values.set(key, decodeURIComponent(pair.slice(equals + 1)));
    } catch {
      return 'its percent-encoding is broken';
    }
  }
  return values;
}

function damaged(reason: string): MarkerResult {
  return { ok: false, reason: `a barcode marker is damaged: ${reason}` };
}

function isOrientation(text: string): text is Orientation {
  return /^[NRIB]$/.test(text);
}
