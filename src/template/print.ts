import type { ByteString } from '../zpl/byte-string.ts';
import type { Variables } from './given.ts';
import { type SubstitutionContext, substituteRecords } from './substitute.ts';
import type { Template } from './template.ts';

/**
 * A print job: each record's copies together, in the order of the records. Throws as `substitute` does, and
 * too_large (413) when the whole job passes the limit of the output.
 */
export function print(
  template: Template,
  records: readonly Variables[],
  copies: number,
  context: SubstitutionContext,
): ByteString {
  const labels = substituteRecords(template, records, copies, context);
  const sheets = labels.flatMap((label) => Array<ByteString>(copies).fill(label));
  return sheets.join(template.prefixReset) as ByteString;
}
