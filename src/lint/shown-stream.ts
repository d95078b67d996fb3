import { type BarcodeFault, FailureError, fail } from '../errors.ts';
import type { Variables } from '../record/variables.ts';
import { writeData } from '../template/fields/data-field.ts';
import { automaticTexts } from '../template/placeholders/token.ts';
import { writeRaster } from '../template/raster-markers/raster-field.ts';
import type { ContentFaults, FailedStep } from '../template/records/content-faults.ts';
import { RecordValues } from '../template/records/record-values.ts';
import { SubstitutionBudget } from '../template/records/substitution-budget.ts';
import { type SavedSpan, savedSpans } from '../template/saved-spans.ts';
import { joinFields } from '../template/substitute.ts';
import type { DynamicField, Template } from '../template/template.ts';
import { applyTransforms } from '../template/transforms/transform-program.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';

/** A stream with the values that there are, and the saved bytes that its spans come from. */
export interface ShownStream {
  readonly bytes: ByteString;
  readonly toSource: SavedSpan;
}

/** Values that could not be inserted. */
export interface Unfilled {
  readonly span: Span;
  readonly message: string;
}

/**
 * Inserts values and the texts of automatic tokens. Placeholders without a value stay, and fields that cannot take
 * their values stay as they are saved.
 *
 * @param variables null if there are none yet: then saved transforms are not applied either.
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
  const texts = dynamicFields.map((field) => {
    const { start, end } = field;
    const filled = attempt(
      () => fill(field, values, template, budget, faults, now),
      (message) => unfilled({ span: { start, end }, message }),
    );
    return filled ?? (template.zpl.slice(start, end) as ByteString);
  });
  return { bytes: joinFields(template, texts), toSource: savedSpans(template, texts) };
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

/** The result of `make`; null if it fails by its content. */
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
