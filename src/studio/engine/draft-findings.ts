import type { Finding } from '../../lint/finding.ts';
import { lint } from '../../lint/lint.ts';
import { toByteString, toBytes } from '../../zpl/byte-string.ts';
import { byteText } from '../label-bytes.ts';
import type { Draft, ShownFinding } from './messages.ts';
import { type TextSpan, textSpans } from './text-offsets.ts';

/**
 * Findings of the linter about a draft, in the order of the text.
 *
 * @throws RequestRefusal (422) for a draft of bytes with a character that is none.
 */
export function findingsOf({
  zpl,
  encoding,
  size,
  dynamicTokens,
  fieldTransforms,
}: Draft): readonly ShownFinding[] {
  const source = encoding === 'bytes' ? byteText(zpl) : toByteString(zpl);
  const textSpan = textSpans(zpl, encoding);
  return lint(toBytes(source), { size, dynamicTokens, fieldTransforms }).map((found) =>
    shownFinding(found, textSpan),
  );
}

function shownFinding(
  { offset, length, severity, code, message, suggestion }: Finding,
  textSpan: TextSpan,
): ShownFinding {
  const { start, end } = textSpan({ start: offset, end: offset + length });
  return { start, end, severity, code, message, suggestion };
}
