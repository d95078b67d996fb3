import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { toByteString, toBytes } from '../zpl/byte-string.ts';
import { formattedZpl } from './formatted-zpl.ts';

/** One side of a comparison. */
export interface ComparedText {
  /** Its name in the difference. */
  readonly title: string;
  /** Lines before the ZPL; empty for none. */
  readonly head: string;
  readonly zpl: string;
}

/** Milliseconds that the search for differing lines may take. */
const MOST_MS = 10_000;

/**
 * A unified diff by commands of ZPL, or by its own lines if only these differ; empty if both are equal, null if they
 * differ in more lines than can be compared.
 */
export function zplDifference(from: ComparedText, to: ComparedText): string | null {
  const formatted = ({ head, zpl }: ComparedText): string =>
    head + toBytes(formattedZpl(toByteString(zpl))).toString();
  const asIs = ({ head, zpl }: ComparedText): string => head + zpl;
  if (asIs(from) === asIs(to)) return '';
  const isByCommands = formatted(from) !== formatted(to);
  const [before, after] = [from, to].map(isByCommands ? formatted : asIs) as [string, string];
  const options = { context: 2, timeout: MOST_MS, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from.title, to.title, before, after, undefined, undefined, options) ?? null;
}
