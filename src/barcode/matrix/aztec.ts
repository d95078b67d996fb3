import type { ByteString } from '../../zpl/byte-string.ts';
import { bwipGrid, bwipText } from '../bwip.ts';
import type { Grid } from './grid.ts';

export type AztecSize =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'layers'; readonly compact: boolean; readonly layers: number }
  | { readonly kind: 'rune' };

export interface AztecOptions {
  readonly readerInit?: boolean;
  readonly eci?: number;
}

export function encodeAztec(data: string, size: AztecSize, _options: AztecOptions = {}): Grid | null {
  const text = bwipText(data as ByteString);
  const base = { bcid: 'azteccode', text, parse: true, binarytext: true };
  if (size.kind === 'rune') return bwipGrid({ bcid: 'aztecrune', text: data });
  if (size.kind === 'layers')
    return bwipGrid({ ...base, layers: size.layers, format: size.compact ? 'compact' : 'full' });
  return bwipGrid({ ...base, eclevel: size.percent });
}
