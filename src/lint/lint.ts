import { parsing } from '../engine/printer-fonts.ts';
import { withoutFullStop } from '../errors.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { compile } from '../template/compile.ts';
import type { FailedStep } from '../template/records/content-faults.ts';
import type { DynamicField, Template } from '../template/template.ts';
import { headOf } from '../units.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import { checkCommands, NOON } from './commands.ts';
import { addFieldDiagnostic, ownerOfDiagnostic } from './diagnosed.ts';
import type { Finding, LintOptions } from './finding.ts';
import { checkLabels } from './labels.ts';
import { printerModel, resolutionsOf, type TargetPrinter } from './printer-models.ts';
import { Report, type Totals } from './report.ts';
import { type Ignored, readIgnores } from './rules/ignores.ts';
import { isZpl, reportNoZpl } from './rules/not-zpl.ts';
import { FAMILIES } from './rules.ts';
import { showStream, type Unfilled } from './shown-stream.ts';
import { dataWithin, nameWithin } from './spans.ts';

/** Findings, and their number by severity, unlisted ones included. */
export interface Linted {
  readonly findings: readonly Finding[];
  readonly totals: Totals;
}

/** The resolution of a label without one. Dots per inch. */
const USUAL_DPI = 203;

function usualDpi(model: TargetPrinter | null): number {
  return (model === null ? undefined : resolutionsOf(model)[0]) ?? USUAL_DPI;
}

function targetOf(printer: LintOptions['printer']): TargetPrinter | null {
  return (typeof printer === 'string' ? printerModel(printer) : printer) ?? null;
}

/**
 * All findings about a stream of ZPL, in the order of the stream. Never throws for what the stream
 * holds, and takes bounded time and memory.
 */
export function lint(zpl: Uint8Array, options: LintOptions = {}): readonly Finding[] {
  return lintWithTotals(zpl, options).findings;
}

/** The same as {@link lint}, with the numbers of findings by severity. */
export function lintWithTotals(zpl: Uint8Array, options: LintOptions = {}): Linted {
  const bytes = byteStringOf(zpl);
  const report = new Report(bytes, options);
  if (isZpl(bytes)) checkStream(bytes, options, report);
  else reportNoZpl(bytes, report);
  return { findings: report.findings(), totals: report.totals };
}

function checkStream(bytes: ByteString, options: LintOptions, report: Report): void {
  const { variables = null, dynamicTokens = [], fieldTransforms = [] } = options;
  const model = targetOf(options.printer);
  const size = { dpi: usualDpi(model), ...options.size };
  const template = compile({ zpl: bytes, fieldTransforms, dynamicTokens });
  report.ignore([...readIgnores(bytes, report), ...sentInBands(template)]);
  const dotsPerMm = headOf(size.dpi);
  const read = checkCommands(bytes, { dotsPerMm, model }, report);
  const { printer, last, start } = read;
  const sizeSpans = { width: last.get('^PW') ?? start, height: last.get('^LL') ?? start };
  if (template.failure !== null) {
    const message = withoutFullStop(template.failure.message);
    report.add({ code: 'label-too-large', span: start, message });
    return;
  }
  for (const diagnostic of template.diagnostics) {
    const owner = ownerOfDiagnostic(diagnostic);
    const at = { data: dataWithin(bytes, diagnostic.span), name: nameWithin(diagnostic.span) };
    if (owner !== undefined) addFieldDiagnostic(owner.rule, diagnostic, at, report);
  }
  const unfilled: Unfilled[] = [];
  const failedSteps: FailedStep[] = [];
  const shown = showStream(
    template,
    variables,
    NOON,
    (one) => void unfilled.push(one),
    (step) => void failedSteps.push(step),
  );
  const filled = { ...read, template, variables, dynamicTokens, unfilled, failedSteps, size, model };
  for (const { stream } of FAMILIES) stream?.(filled, report);
  const { labels, fonts } =
    shown.bytes === bytes
      ? { labels: printer.labels, fonts: printer.objects.fonts() }
      : parse(shown.bytes, parsing({ dotsPerMm }, { decodeImage, now: NOON }));
  const dataOf = (span: Span): Span => dataWithin(bytes, shown.toSource(span));
  const commandOf = (span: Span): Span => nameWithin(shown.toSource(span));
  checkLabels({ labels, fonts, dotsPerMm, size, sizeSpans, dataOf, commandOf }, report);
}

/** Marked rasters: their pictures are sent in bands, so none is too large for a field. */
function sentInBands({ dynamicFields }: Template): readonly Ignored[] {
  const isInBands = (field: DynamicField): boolean => field.kind === 'raster' && field.origin.bands !== null;
  return dynamicFields.filter(isInBands).map((span) => ({ code: 'parameter-beyond-guide', span }));
}
