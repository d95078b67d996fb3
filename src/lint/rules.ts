import type { Rule } from './rule.ts';
import { PARAMETER_RULES } from './rules/parameters.ts';
import { STREAM_RULES } from './rules/stream.ts';

/** Everything that the linter finds, by code. */
export const RULES = { ...STREAM_RULES, ...PARAMETER_RULES } as const satisfies Readonly<
  Record<string, Rule>
>;

export type RuleCode = keyof typeof RULES;
