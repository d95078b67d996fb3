import { isUtf8 } from 'node:buffer';
import { scaledWithReport } from '../../convert/scaling-report.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import { toBytes } from '../../zpl/byte-string.ts';
import { sourceOf } from '../label-bytes.ts';
import type { DraftLabel, ScaledDraft } from './messages.ts';

/**
 * Scales the text of a draft from the resolution of its size to another one.
 *
 * @throws RequestRefusal (422) if the result is not text; FailureError `too_large` for its pictures
 */
export function scaledDraft(
  draft: Pick<DraftLabel, 'zpl' | 'encoding' | 'size'>,
  toDpi: number,
): ScaledDraft {
  const { encoding, size } = draft;
  const { zpl: scaled, notes } = scaledWithReport(sourceOf(draft), size.dpi, toDpi, size);
  if (encoding === 'bytes') return { zpl: scaled, notes };
  const bytes = toBytes(scaled);
  if (!isUtf8(bytes))
    throw new RequestRefusal(422, 'the scaled label has a picture that UTF-8 text cannot hold');
  return { zpl: bytes.toString(), notes };
}
