import { toByteString } from '../zpl/byte-string.ts';
import { compile } from './compile.ts';

/**
 * `dynamic_tokens` of the API: the names that the editor saved, then those of the placeholders in the ZPL. A
 * stream that is too large or too complex to be rendered gives the saved ones only.
 */
export function dynamicTokenNames(zpl: string, saved: readonly string[]): readonly string[] {
  return compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: saved }).tokenNames;
}
