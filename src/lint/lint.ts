import { headOf } from '../engine/canvas.ts';
import { printerFonts } from '../engine/printer-fonts.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { compile } from '../template/compile.ts';
import type { Template } from '../template/template.ts';
import type { DotsPerMm, LabelSize } from '../units.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import type { Printer } from '../zpl/printer.ts';
import { tokenize } from '../zpl/tokenize.ts';
import { checkCommandName } from './checks/command-names.ts';
import { checkData } from './checks/data.ts';
import { addDiagnostic, addFieldDiagnostic } from './checks/diagnostics.ts';
import { FieldCheck } from './checks/fields.ts';
import { checkLabels } from './checks/labels.ts';
import { checkParameters } from './checks/parameters.ts';
import { checkFrames } from './checks/placeholder-frames.ts';
import { dataWithin, nameSpan, nameWithin } from './checks/spans.ts';
import { StructureCheck } from './checks/structure.ts';
import { walk } from './checks/walk.ts';
import type { Finding } from './finding.ts';
import { COMMAND_REFERENCE } from './reference/command-reference.ts';
import { Report } from './report.ts';
import { type ShownStream, showStream } from './shown-stream.ts';

/** What is known of a stream beside its bytes. */
export interface LintOptions {
  /** As findings call it. */
  readonly file?: string;
  /**
   * For a side that is not given `^PW` or `^LL` says where its edge is, and without them it has none; 203 dpi where that
   * is not given.
   */
  readonly size?: Partial<LabelSize> | null;
  /** Values that are inserted first; without them placeholders stand for any value. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Names that the editor knows, besides the placeholders. */
  readonly dynamicTokens?: readonly string[];
  /** As saved. */
  readonly fieldTransforms?: unknown;
}

/** Dots per inch where nothing says otherwise. */
const USUAL_DPI = 203;

/** Automatic tokens take as many characters whatever the time is. */
const NOON = new Date(Date.UTC(2026, 10, 22, 12));

/**
 * Everything that can be said about a stream of ZPL, in the order of the stream. Never throws for what the stream holds,
 * and takes bounded time and memory.
 */
export function lint(zpl: Uint8Array, options: LintOptions = {}): readonly Finding[] {
  const bytes = byteStringOf(zpl);
  const report = new Report(bytes, options.file ?? null);
  if (isZpl(bytes)) checkStream(bytes, options, report);
  else reportNoZpl(bytes, report);
  return report.findings();
}

/** Whether a label begins, or more commands are ZPL's than are not: other files have carets and tildes too. */
function isZpl(bytes: ByteString): boolean {
  let known = 0;
  let others = 0;
  for (const { name, start, paramsStart } of tokenize(bytes)) {
    // Other files have bytes that printers take for commands.
    if (paramsStart - start === 1) continue;
    if (name === '^XA') return true;
    if (COMMAND_REFERENCE.has(name)) known++;
    else others++;
  }
  return known > 0 && known >= others;
}

function reportNoZpl(bytes: ByteString, report: Report): void {
  const start = Math.max(bytes.search(/\S/), 0);
  const end = start + (/^[^\r\n]*/.exec(bytes.slice(start, start + 40))?.[0].length ?? 0);
  const message = bytes.trim() === '' ? 'there is nothing here' : 'this is not ZPL: no label begins with ^XA';
  report.add({ code: 'not-zpl', span: { start, end }, message });
}

function checkStream(bytes: ByteString, options: LintOptions, report: Report): void {
  const { variables = null } = options;
  const size = { dpi: USUAL_DPI, ...options.size };
  const dotsPerMm = headOf(size.dpi);
  const { printer, sizeSpans } = checkCommands(bytes, dotsPerMm, report);
  const template = compile({
    zpl: bytes,
    fieldTransforms: options.fieldTransforms ?? [],
    dynamicTokens: options.dynamicTokens ?? [],
  });
  if (template.failure !== null) {
    report.add({ code: 'label-too-large', span: sizeSpans.width, message: template.failure.message });
    return;
  }
  const shown = checkTemplate(template, variables, dotsPerMm, report);
  const { labels, fonts } =
    shown.bytes === bytes
      ? { labels: printer.labels, fonts: printer.objects.fonts() }
      : parse(shown.bytes, { dotsPerMm, decodeImage, now: NOON, held: printerFonts() });
  const dataOf = (span: Span): Span => dataWithin(bytes, shown.toSource(span));
  const commandOf = (span: Span): Span => nameWithin(shown.toSource(span));
  checkLabels({ labels, fonts, dotsPerMm, size, sizeSpans, dataOf, commandOf }, report);
}

/** What can be said of placeholders and values; the stream with as many values in it as there are. */
function checkTemplate(
  template: Template,
  variables: LintOptions['variables'] | null,
  dotsPerMm: DotsPerMm,
  report: Report,
): ShownStream {
  for (const diagnostic of template.diagnostics) {
    const { span } = diagnostic;
    const at = { data: dataWithin(template.zpl, span), name: nameWithin(span) };
    addFieldDiagnostic(diagnostic, at, report);
  }
  const shown = showStream(
    template,
    variables ?? null,
    NOON,
    () => {},
    () => {},
  );
  checkFrames(template, (token) => template.tokens[token]?.kind === 'automatic', dotsPerMm, report);
  return shown;
}

/** What can be said of commands one by one, with what those before have set. */
function checkCommands(
  bytes: ByteString,
  dotsPerMm: DotsPerMm,
  report: Report,
): { readonly printer: Printer; readonly sizeSpans: { readonly width: Span; readonly height: Span } } {
  const structure = new StructureCheck(report);
  const fields = new FieldCheck(report);
  const first = tokenize(bytes).next().value;
  structure.lead(bytes.slice(0, first?.start ?? bytes.length));
  const start = first === undefined ? { start: 0, end: 0 } : nameSpan(first);
  const sizeSpans = { width: start, height: start };
  const printer = walk(bytes, dotsPerMm, {
    read(command, { settings }) {
      structure.take(command);
      checkCommandName(command, report);
      checkParameters(command, settings.dotsPerUnit, report);
      if (command.name === '^PW') sizeSpans.width = nameSpan(command);
      if (command.name === '^LL') sizeSpans.height = nameSpan(command);
    },
    before(command, printer) {
      fields.take(command, printer);
      checkData(command, printer, report);
    },
    diagnosed(command, diagnostic) {
      if (command.name === '^XF') fields.recallFailed();
      addDiagnostic(command, diagnostic, report);
    },
  });
  structure.finish();
  return { printer, sizeSpans };
}
