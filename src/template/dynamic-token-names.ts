import { byteStringOf } from '../zpl/byte-string.ts';
import { compile } from './compile.ts';

/**
 * `dynamic_tokens` of the API: the names that the editor saved, then those of the placeholders in the ZPL, which is
 * given in UTF-8. A stream that is too large or too complex to be rendered gives the saved ones only.
 */
export function dynamicTokenNames(zpl: Uint8Array, saved: readonly string[]): readonly string[] {
  return compile({ zpl: byteStringOf(zpl), fieldTransforms: [], dynamicTokens: saved }).tokenNames;
}
