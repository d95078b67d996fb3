import type { Diagnostic, DiagnosticCode } from '../zpl/diagnostic.ts';
import type { Span } from '../zpl/label.ts';
import type { Command } from '../zpl/tokenize.ts';
import { givenParameter } from './given-parameters.ts';
import { RULE_CODES, type RuleCode } from './rule-codes.ts';
import type { Findings } from './rule-family.ts';
import { FAMILIES, type ReportedDiagnostic, RULES } from './rules.ts';
import { nameSpan } from './spans.ts';

/** Diagnostics that no rule reports, because another check finds the same fault and describes it better. */
const FOUND_OTHERWISE = {
  'barcode-changed': null,
  'barcode-refused': null,
  'command-unsupported': null,
  'ink-cut': null,
  'label-not-closed': null,
  'nothing-printed': null,
  'parameter-not-allowed': null,
  'profile-not-used': null,
  'series-not-split': null,
} as const satisfies Readonly<Record<Exclude<DiagnosticCode, ReportedDiagnostic>, null>>;

/** The rule of each diagnostic, and the place of its family. */
const OWNERS: ReadonlyMap<DiagnosticCode, Owner> = new Map(
  RULE_CODES.flatMap((rule) => (RULES[rule].from ?? []).map((code) => [code, ownerOf(rule)] as const)),
);

/** A rule of diagnostics. */
export interface Owner {
  readonly rule: RuleCode;
  /** In {@link FAMILIES}. */
  readonly family: number;
}

function ownerOf(rule: RuleCode): Owner {
  return { rule, family: FAMILIES.findIndex(({ rules }) => rule in rules) };
}

/** The rule of a diagnostic; undefined for one that is not reported. */
export function ownerOfDiagnostic({ code }: Diagnostic): Owner | undefined {
  return code in FOUND_OTHERWISE ? undefined : OWNERS.get(code);
}

/** Reports a diagnostic about a command. */
export function addDiagnostic(
  code: RuleCode,
  command: Command,
  { reason: message, parameter }: Diagnostic,
  report: Findings,
): void {
  const given = parameter === undefined ? undefined : givenParameter(command, parameter);
  const at = parameter === undefined || given === undefined ? {} : { parameter };
  const span = given === undefined || given.text === '' ? nameSpan(command) : given.span;
  report.add({ code, span, command: command.name, message, ...at });
}

/** Reports a diagnostic about a field, at its data or at the command that the renderer names. */
export function addFieldDiagnostic(
  code: RuleCode,
  { reason: message, command }: Diagnostic,
  { data, name }: { readonly data: Span; readonly name: Span },
  report: Findings,
): void {
  if (RULES[code].blamesData) report.add({ code, span: data, command: '^FD', parameter: 1, message });
  else report.add({ code, span: name, command, message });
}
