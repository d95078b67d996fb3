import type { Edit, Finding } from '../../lint/finding.ts';
import { lint } from '../../lint/lint.ts';
import type { TargetPrinter } from '../../lint/printer-models.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { sourceOf } from '../label-bytes.ts';
import type { DraftLabel, ShownEdit, ShownFinding } from './messages.ts';
import { type TextSpan, textSpans } from './text-offsets.ts';

/**
 * Findings of the linter about a draft, in the order of the text.
 *
 * @param printer that the label is compared with; null for none
 * @throws RequestRefusal (422) for a draft of bytes with a character beyond U+00FF.
 */
export function findingsOf(draft: DraftLabel, printer: TargetPrinter | null): readonly ShownFinding[] {
  const { size, dynamicTokens, fieldTransforms } = draft;
  const textSpan = textSpans(draft.zpl, draft.encoding);
  const options = { size, dynamicTokens, fieldTransforms, ...(printer === null ? {} : { printer }) };
  return lint(toBytes(sourceOf(draft)), options).map((found) => shownFinding(found, textSpan));
}

function shownFinding(
  { offset, length, severity, code, message, suggestion, fix }: Finding,
  textSpan: TextSpan,
): ShownFinding {
  const { start, end } = textSpan({ start: offset, end: offset + length });
  const shownFix = fix && { edits: fix.edits.map((edit) => shownEdit(edit, textSpan)), redraws: fix.redraws };
  return { start, end, severity, code, message, suggestion, fix: shownFix ?? null };
}

function shownEdit({ offset, length, text }: Edit, textSpan: TextSpan): ShownEdit {
  const { start, end } = textSpan({ start: offset, end: offset + length });
  return { start, end, insert: text };
}
