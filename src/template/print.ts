import type { Variables } from '../record/variables.ts';
import { toBytes } from '../zpl/byte-string.ts';
import { type Substituted, type SubstitutionContext, substituteRecords } from './substitute.ts';
import type { Template } from './template.ts';

/**
 * The bytes of a print job: each record's copies together, in the order of the records. Throws as `substitute`
 * does, and too_large (413) when the whole job passes the limit of the output.
 */
export function print(
  template: Template,
  records: readonly Variables[],
  copies: number,
  context: SubstitutionContext,
): Substituted<Buffer> {
  const { output, unresolved } = substituteRecords(template, records, copies, context);
  const reset = toBytes(template.stateReset);
  const chunks: Buffer[] = [];
  for (const label of output) {
    const bytes = toBytes(label);
    for (let copy = 0; copy < copies; copy++) chunks.push(reset, bytes);
  }
  // The printer's state is restored between labels, not before the first.
  return { output: Buffer.concat(chunks.slice(1)), unresolved };
}
