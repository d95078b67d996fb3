import type { ByteString } from '../../zpl/byte-string.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import { fieldAt, type TextChange } from './source-fields.ts';

/** The comment that silences a rule of the linter at a place: before its field, or behind the `^XA` of its label. */
export function ignoringComment(text: string, at: number, code: string): TextChange {
  const begin = [...tokenize(text as ByteString)].findLast(
    ({ name, start }) => name === '^XA' && start <= at,
  );
  const place = fieldAt(text, at)?.start ?? begin?.paramsStart ?? 0;
  // A prefix that the label has changed; a label may also begin with a control byte.
  const first = begin === undefined ? '' : text.charAt(begin.start);
  const prefix = first > ' ' ? first : '^';
  return { from: place, to: place, insert: `${prefix}FX lint-ignore ${code}\n` };
}
