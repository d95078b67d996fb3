import { createHash } from 'node:crypto';
import { runTask } from './engine/run-task.ts';
import type { LabelSource, RenderTask } from './engine/task.ts';
import { fail } from './errors.ts';
import type { Finding, LintOptions } from './lint/finding.ts';
import { lint as lintBytes } from './lint/lint.ts';
import { readMember } from './record/body-reader.ts';
import type { LabelSize } from './units.ts';

// The package as programs import it: the work of the service in their own thread, without server or database.

export { type Failure, type FailureCode, FailureError } from './errors.ts';
export type { Edit, Finding, Fix, LintOptions, Severity } from './lint/finding.ts';
export type { LabelSize } from './units.ts';

/** A label, as an account saves it. */
export interface ZplLabel {
  /** ZPL: a text, or its bytes in UTF-8. */
  readonly zpl: string | Uint8Array;
  /** Steps that change values before they are inserted, as `docs/transforms.md` describes them. */
  readonly fieldTransforms?: readonly object[];
}

/** Values, and the instant that automatic tokens such as `{DATE}` show. */
export interface FillOptions {
  /** Values by the names of placeholders. A placeholder without a value stays as it is. */
  readonly variables?: Readonly<Record<string, string | number | boolean | null>>;
  /** The present by default. */
  readonly now?: Date;
}

export interface RenderOptions extends FillOptions {
  /** A PNG of the first label, or a PDF with a page for each. */
  readonly format: 'png' | 'pdf';
}

/** A label with its values. */
export interface SubstitutedLabel {
  /** Bytes for a printer. */
  readonly zpl: Uint8Array;
  /** Placeholders without a value. */
  readonly unresolvedCount: number;
}

/** A picture of a label. */
export interface RenderedLabel {
  /** The file. */
  readonly data: Uint8Array;
  readonly unresolvedCount: number;
  readonly warningCount: number;
  /** Texts of warnings, each once and in the order of the alphabet; of very many the first. */
  readonly warnings: readonly string[];
}

/**
 * Fills a label with values, as `POST /labels/{id}/render` does.
 *
 * @throws FailureError for a label or a value that the service refuses, with its code in `failure`.
 */
export function substitute(label: ZplLabel, options: FillOptions = {}): SubstitutedLabel {
  // ZPL needs no size.
  const { body, unresolved } = runTask(
    taskOf({ widthMm: 1, heightMm: 1, dpi: 203, ...label }, 'zpl', options),
  );
  return { zpl: Uint8Array.from(body), unresolvedCount: unresolved };
}

/**
 * Draws a label of this size, with values, as `POST /labels/{id}/render` does: the same bytes.
 *
 * @throws FailureError for a label, size or value that the service refuses, with its code in `failure`.
 */
export function render(label: ZplLabel & LabelSize, options: RenderOptions): RenderedLabel {
  const { format } = options;
  if (format !== 'png' && format !== 'pdf') fail('invalid_request', 'format must be png or pdf');
  const { body, unresolved, warnings } = runTask(taskOf(label, format, options));
  return {
    data: Uint8Array.from(body),
    unresolvedCount: unresolved,
    warningCount: warnings.count,
    warnings: warnings.texts,
  };
}

/** Finds the faults of a label, in the order of the stream. Never throws for what the label holds. */
export function lint(zpl: string | Uint8Array, options: LintOptions = {}): readonly Finding[] {
  return lintBytes(bytesOf(zpl), options);
}

function bytesOf(zpl: string | Uint8Array): Uint8Array {
  return typeof zpl === 'string' ? Buffer.from(zpl) : zpl;
}

function taskOf(
  { zpl, fieldTransforms = [], widthMm, heightMm, dpi }: ZplLabel & LabelSize,
  format: RenderTask['format'],
  { variables = {}, now = new Date() }: FillOptions,
): RenderTask {
  const bytes = bytesOf(zpl);
  const digest = createHash('sha256').update(bytes).update(JSON.stringify(fieldTransforms)).digest('base64');
  const label: LabelSource = {
    id: digest,
    accountId: '',
    contentId: digest,
    zpl: bytes,
    size: { widthMm, heightMm, dpi },
    dynamicTokens: [],
    fieldTransforms,
  };
  const values = readMember({ variables }, 'variables') ?? {};
  return { kind: 'render', label, format, variables: values, now: now.getTime() };
}
