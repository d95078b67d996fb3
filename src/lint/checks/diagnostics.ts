import type { Diagnostic, DiagnosticCode } from '../../zpl/diagnostic.ts';
import type { Span } from '../../zpl/label.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';
import { givenParameters } from './given-parameters.ts';
import { nameSpan } from './spans.ts';

/** The rule of each diagnostic; null for one that another check reports, and better. */
const RULES_OF = {
  'command-unsupported': null,
  'parameter-not-allowed': null,
  'parameter-out-of-range': 'parameter-out-of-range',
  'too-many-commands': 'drawn-otherwise',
  'too-many-elements': 'drawn-otherwise',
  'too-much-data': 'drawn-otherwise',
  'memory-full': 'drawn-otherwise',
  'nothing-printed': null,
  'label-not-closed': null,
  'data-too-long': 'data-too-long',
  'clock-missing': 'drawn-otherwise',
  'encoding-uncertain': 'encoding-unsupported',
  'encoding-not-writable': 'encoding-unsupported',
  'font-unknown': 'font-unknown',
  'font-damaged': 'object-damaged',
  'font-not-drawn': 'object-damaged',
  'too-many-font-links': 'drawn-otherwise',
  'glyph-missing': 'glyph-missing',
  'script-not-shaped': 'drawn-otherwise',
  'control-character': 'control-character',
  'block-overflow': 'block-overflow',
  'picture-unknown': 'picture-unknown',
  'picture-too-large': 'picture-too-large',
  'picture-checksum': 'picture-checksum',
  'picture-short': 'picture-short',
  'picture-damaged': 'object-damaged',
  'picture-size-missing': 'picture-size-missing',
  'picture-type-unsupported': 'drawn-otherwise',
  'format-unknown': 'format-unknown',
  'format-nested': 'format-nested',
  'barcode-refused': null,
  'barcode-changed': null,
  'series-not-split': null,
  'marker-damaged': 'raster-marker',
  'raster-kept': 'raster-marker',
  'ink-cut': null,
} as const satisfies Readonly<Record<DiagnosticCode, RuleCode | null>>;

/** Diagnostics of fields whose data is at fault, whatever command the renderer names. */
const OF_DATA: ReadonlySet<DiagnosticCode> = new Set([
  'encoding-not-writable',
  'glyph-missing',
  'control-character',
  'block-overflow',
]);

/** Commands with a bound that goes by the font or by the resolution, which the reference does not have. */
const BOUND_BY_PRINTER = new Set(['^A', '^LT']);

/** Turns a diagnostic of the renderer about a command into a finding. */
export function addDiagnostic(command: Command, diagnostic: Diagnostic, report: Report): void {
  const { reason: message, parameter } = diagnostic;
  const code = RULES_OF[diagnostic.code];
  if (code === null || (code === 'parameter-out-of-range' && !BOUND_BY_PRINTER.has(command.name))) return;
  const given = parameter === undefined ? undefined : givenParameters(command, parameter + 1)[parameter - 1];
  const at = parameter === undefined || given === undefined ? {} : { parameter };
  const span = given === undefined || given.text === '' ? nameSpan(command) : given.span;
  report.add({ code, span, command: command.name, message, ...at });
}

/** The same for a field of a label: its data is at fault, or else the command that the renderer names. */
export function addFieldDiagnostic(
  { code: diagnosed, reason: message, command }: Diagnostic,
  { data, name }: { readonly data: Span; readonly name: Span },
  report: Report,
): void {
  const code = RULES_OF[diagnosed];
  if (code === null) return;
  if (OF_DATA.has(diagnosed)) report.add({ code, span: data, command: '^FD', parameter: 1, message });
  else report.add({ code, span: name, command, message });
}
