import { type BarcodeFault, FailureError, fail } from '../errors.ts';
import type { Variables } from '../record/variables.ts';
import { writeData } from '../template/fields/data-field.ts';
import { automaticTexts } from '../template/placeholders/token.ts';
import { writeRaster } from '../template/raster-markers/raster-field.ts';
import type { ContentFaults, FailedStep } from '../template/records/content-faults.ts';
import { RecordValues } from '../template/records/record-values.ts';
import { SubstitutionBudget } from '../template/records/substitution-budget.ts';
import { type DynamicField, literalsOf, type Template } from '../template/template.ts';
import { applyTransforms } from '../template/transforms/transform-program.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';

/** A stream with as many values in it as there are, and where each of its bytes comes from. */
export interface ShownStream {
  readonly bytes: ByteString;
  /** The place in the saved stream; that of the whole field for what was inserted. */
  toSource(span: Span): Span;
}

/** Values that could not be inserted. */
export interface Unfilled {
  readonly span: Span;
  readonly message: string;
}

interface Piece {
  /** In the stream that is shown. */
  readonly start: number;
  readonly field: DynamicField;
  /** Bytes of what is shown in its place. */
  readonly length: number;
}

/**
 * Inserts values and what automatic tokens say. Placeholders that have no value stay, and fields that cannot take
 * theirs stay as they are saved.
 *
 * @param variables null where there are none yet, so that saved transforms have nothing to go by either.
 */
export function showStream(
  template: Template,
  variables: Variables | null,
  now: Date,
  unfilled: (one: Unfilled) => void,
  failedStep: (step: FailedStep) => void,
): ShownStream {
  const { tokens, dynamicFields } = template;
  const faults = new StreamFaults(failedStep);
  const budget = new SubstitutionBudget(faults);
  const record = new RecordValues(variables ?? {});
  if (variables !== null && template.transforms.ok) {
    attempt(
      () => applyTransforms(template.transforms, record, now, budget),
      () => {},
    );
  }
  const automatic = automaticTexts(tokens, now);
  const values = tokens.map((token, i) => record.get(token) ?? automatic[i]);
  const literals = literalsOf(template);
  const parts: string[] = [literals[0] ?? ''];
  const pieces: Piece[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, field] of dynamicFields.entries()) {
    const span = { start: field.start, end: field.end };
    const filled = attempt(
      () => fill(field, values, template, budget, faults, now),
      (message) => unfilled({ span, message }),
    );
    const text = filled ?? template.zpl.slice(field.start, field.end);
    pieces.push({ start: length, field, length: text.length });
    parts.push(text, literals[i + 1] ?? '');
    length += text.length + (literals[i + 1]?.length ?? 0);
  }
  return {
    bytes: parts.join('') as ByteString,
    toSource: (span) => sourceOf(pieces, span),
  };
}

function fill(
  field: DynamicField,
  values: readonly (string | undefined)[],
  { tokens }: Template,
  budget: SubstitutionBudget,
  faults: StreamFaults,
  now: Date,
): ByteString | null {
  if (field.kind === 'data') return writeData(field, field.opening, values, now, budget);
  const isComplete = field.parts.every((part) => typeof part === 'string' || values[part] !== undefined);
  const written = isComplete ? writeRaster(field, field.opening, values, tokens, budget) : '';
  const reason = faults.takeRaster();
  if (reason !== null) fail('barcode_invalid', reason);
  return written === '' ? null : written;
}

/** The result of `make`; null if the content does not permit it. */
function attempt<T>(make: () => T, failed: (message: string) => void): T | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    failed(error.message);
    return null;
  }
}

/** Passes on the steps of transforms that fail, and keeps why a marked raster cannot be drawn. */
class StreamFaults implements ContentFaults {
  readonly step: (failed: FailedStep) => void;
  #raster: string | null = null;

  constructor(step: (failed: FailedStep) => void) {
    this.step = step;
  }

  begin(): void {}

  /** Keeps the fault of a marked raster; the printer's own barcodes are looked at once they are laid out. */
  barcode({ reason }: BarcodeFault): void {
    this.#raster = reason;
  }

  /** Why the last raster could not be drawn; null if it could. */
  takeRaster(): string | null {
    const reason = this.#raster;
    this.#raster = null;
    return reason;
  }

  unwritable(error: unknown): never {
    throw error;
  }

  finish(): void {}
}

/** By the last piece that begins at or before the span. */
function sourceOf(pieces: readonly Piece[], { start, end }: Span): Span {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle] as Piece).start <= start) low = middle + 1;
    else high = middle;
  }
  const piece = pieces[low - 1];
  if (piece === undefined) return { start, end };
  const { field, length } = piece;
  if (start < piece.start + length) return { start: field.start, end: field.end };
  const moved = field.end - (piece.start + length);
  return { start: start + moved, end: end + moved };
}
