import type { Rule } from './rule.ts';
import { BARCODE_RULES } from './rules/barcodes.ts';
import { FIELD_RULES } from './rules/fields.ts';
import { OBJECT_RULES } from './rules/objects.ts';
import { PARAMETER_RULES } from './rules/parameters.ts';
import { PLACEHOLDER_RULES } from './rules/placeholders.ts';
import { STREAM_RULES } from './rules/stream.ts';
import { TEXT_RULES } from './rules/text.ts';

/** Everything that the linter finds, by code. */
export const RULES = {
  ...STREAM_RULES,
  ...PARAMETER_RULES,
  ...FIELD_RULES,
  ...TEXT_RULES,
  ...BARCODE_RULES,
  ...OBJECT_RULES,
  ...PLACEHOLDER_RULES,
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleCode = keyof typeof RULES;
