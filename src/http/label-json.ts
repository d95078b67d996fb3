import type { z } from 'zod';
import type { LabelMeta } from '../store/store.ts';
import type { LabelAnswer } from './answer-schemas.ts';

/** The JSON of a label in the API and the CLI. */
export function labelJson(label: LabelMeta): z.input<typeof LabelAnswer> {
  return {
    id: label.id,
    name: label.name,
    width: label.size.widthMm,
    height: label.size.heightMm,
    dpi: label.size.dpi,
    revision: label.revision,
    created_at: label.createdAt.toISOString(),
    updated_at: label.updatedAt.toISOString(),
    output_format: label.outputFormat,
  };
}
