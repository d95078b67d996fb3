import type { Failure } from '../errors.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/label.ts';
import type { BarcodeCheck } from './fields/barcode-check.ts';
import type { BlockCheck } from './fields/control-check.ts';
import type { DataField } from './fields/data-field.ts';
import type { Token } from './placeholders/token.ts';
import type { RasterField } from './raster-markers/raster-field.ts';
import type { TransformProgram } from './transforms/transform-program.ts';

/** Where values go in the stream. */
export type Slot = DataField | RasterField;

/** A saved label, read once: everything that does not depend on values is done. Immutable. */
export interface Template {
  /** The whole stream in pieces: what is always the same, and slots, in turn. */
  readonly segments: readonly (ByteString | Slot)[];
  readonly slots: readonly Slot[];
  /** What prints values as a barcode. */
  readonly barcodes: readonly BarcodeCheck[];
  /** Blocks of text in which a value could complete an escape; none in nearly every label. */
  readonly blocks: readonly BlockCheck[];
  /** What follows the last slot. */
  readonly tail: ByteString;
  /** What the placeholders ask for, each once. */
  readonly tokens: readonly Token[];
  readonly transforms: TransformProgram;
  /** The saved names united with those of the placeholders: `dynamic_tokens` of the API. */
  readonly tokenNames: readonly string[];
  /** Whether the output depends on the request: values, or the clock. */
  readonly isDynamic: boolean;
  /** Commands that put back what the label relies on before another one follows; mostly empty. */
  readonly stateReset: ByteString;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the label cannot be rendered, whatever the values are. */
  readonly failure: Failure | null;
}

/** JavaScript string units of the text whose UTF-8 bytes are given. */
export function countUnits(bytes: ByteString): number {
  let units = bytes.length;
  if (Buffer.byteLength(bytes) === units) return units; // All of it is ASCII.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    // A byte that continues a character is no unit of its own; four bytes are a pair of surrogates.
    if (byte >= 0x80 && byte < 0xc0) units--;
    else if (byte >= 0xf0) units++;
  }
  return units;
}
