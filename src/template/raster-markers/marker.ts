import type { Orientation } from '../../bitmap/rotate.ts';
import type { MarkerRequest } from './request.ts';

/** The data to encode a marked raster barcode again, but for the value, which its template gives. */
export interface Marker extends Omit<MarkerRequest, 'value'> {
  readonly template: string;
}

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
  const marker = { symbology, template, module, rotation, ...optional, ...(ec === undefined ? {} : { ec }) };
  return { ok: true, marker };
}

/** Numbers of a marker, with what they look like. */
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
