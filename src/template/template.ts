import type { Failure } from '../errors.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import type { BarcodeCheck } from './fields/barcode-check.ts';
import type { BlockCheck } from './fields/control-check.ts';
import type { DataField } from './fields/data-field.ts';
import type { Token } from './placeholders/token.ts';
import type { RasterField } from './raster-markers/raster-field.ts';
import type { TransformProgram } from './transforms/transform-program.ts';

/** A field that is sent with values in it. */
export type DynamicField = DataField | RasterField;

/** A saved label, read once: everything that does not depend on values is done. Immutable. */
export interface Template {
  /** The whole stream as saved. */
  readonly zpl: ByteString;
  /** In the order of the stream. */
  readonly dynamicFields: readonly DynamicField[];
  /**
   * The bytes before the data of each dynamic field, its opening included, and after the last field. Joined ahead
   * (`npm run bench -- template`: joining literals and openings for each record takes 3.5 in place of 3.1 µs).
   */
  readonly leads: readonly ByteString[];
  /** The barcodes that print values. */
  readonly barcodes: readonly BarcodeCheck[];
  /** Blocks of text in which a value could complete an escape; none in nearly every label. */
  readonly blocks: readonly BlockCheck[];
  /** The tokens of all placeholders, each once. */
  readonly tokens: readonly Token[];
  /** Keys of variables that are shown as pictures only: their values may be long. */
  readonly pictures: ReadonlySet<string>;
  readonly transforms: TransformProgram;
  /** The saved names united with those of the placeholders: `dynamic_tokens` of the API. */
  readonly tokenNames: readonly string[];
  /** Whether the output depends on the request: on its values, or on the clock. */
  readonly isDynamic: boolean;
  /** Commands that restore the state that the label expects, before another label follows; mostly empty. */
  readonly stateReset: ByteString;
  readonly diagnostics: readonly Diagnostic[];
  /** Reason why the label cannot be rendered, whatever the values are; null if it can. */
  readonly failure: Failure | null;
}

/** The bytes before each dynamic field, and after the last one: the same for all values. */
export function literalsOf({ zpl, dynamicFields }: Template): readonly ByteString[] {
  const ends = [0, ...dynamicFields.map(({ end }) => end)];
  return ends.map((end, i) => zpl.slice(end, dynamicFields[i]?.start) as ByteString);
}

/** UTF-16 code units of the text whose UTF-8 bytes these are. */
export function countCodeUnits(bytes: ByteString): number {
  let codeUnits = bytes.length;
  if (Buffer.byteLength(bytes) === codeUnits) return codeUnits; // All of it is ASCII.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    // A byte that continues a character is no code unit of its own; four bytes are a pair of surrogates.
    if (byte >= 0x80 && byte < 0xc0) codeUnits--;
    else if (byte >= 0xf0) codeUnits++;
  }
  return codeUnits;
}
