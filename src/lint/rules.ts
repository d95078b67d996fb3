import type { RuleCode } from './rule-codes.ts';
import type { Rule, RuleFamily } from './rule-family.ts';
import { BARCODE_FRAMES } from './rules/barcode-frames.ts';
import { BARCODES } from './rules/barcodes.ts';
import { COMMAND_NAMES } from './rules/command-names.ts';
import { FIELD_DATA } from './rules/data.ts';
import { EDGES } from './rules/edges.ts';
import { FIELDS } from './rules/fields.ts';
import { GS1 } from './rules/gs1.ts';
import { HEAD_WIDTH } from './rules/head-width.ts';
import { IGNORES } from './rules/ignores.ts';
import { LIMIT_RULES } from './rules/limits.ts';
import { NOT_ZPL } from './rules/not-zpl.ts';
import { OBJECTS } from './rules/objects.ts';
import { OVERLAPS } from './rules/overlaps.ts';
import { PARAMETERS } from './rules/parameters.ts';
import { PLACEHOLDERS } from './rules/placeholders.ts';
import { PREFIXES } from './rules/prefixes.ts';
import { PRINTER_COMMANDS } from './rules/printer-commands.ts';
import { PRINTER_MEMORY } from './rules/printer-memory.ts';
import { PROFILE } from './rules/profile.ts';
import { RENDERER } from './rules/renderer.ts';
import { LATE_SETTINGS } from './rules/settings.ts';
import { STRUCTURE } from './rules/structure.ts';
import { TEXT } from './rules/text.ts';
import { VALUES } from './rules/values.ts';

const ALL = [
  NOT_ZPL,
  STRUCTURE,
  COMMAND_NAMES,
  PARAMETERS,
  OBJECTS,
  PREFIXES,
  FIELDS,
  FIELD_DATA,
  TEXT,
  PROFILE,
  PLACEHOLDERS,
  VALUES,
  BARCODE_FRAMES,
  LATE_SETTINGS,
  EDGES,
  BARCODES,
  GS1,
  OVERLAPS,
  RENDERER,
  HEAD_WIDTH,
  PRINTER_COMMANDS,
  PRINTER_MEMORY,
  LIMIT_RULES,
  IGNORES,
] as const;

type Rules<Family> = Family extends { readonly rules: infer Each } ? Each : never;
type Codes<Each> = Each extends unknown ? keyof Each : never;
type Sources<Each> = Each extends unknown ? Each[keyof Each] : never;
type From<One> = One extends { readonly from: readonly (infer Code)[] } ? Code : never;

/** Diagnostics that are findings of a rule. */
export type ReportedDiagnostic = From<Sources<Rules<(typeof ALL)[number]>>>;

/** In the order in which they check commands and labels. This is also the order of findings at one place. */
export const FAMILIES: readonly RuleFamily[] = ALL;

const collected: Readonly<Record<Codes<Rules<(typeof ALL)[number]>>, Rule>> = Object.assign(
  {},
  ...ALL.map((family) => family.rules),
);

/** All rules, by code. */
export const RULES: Readonly<Record<RuleCode, Rule>> = collected;
