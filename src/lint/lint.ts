import { headOf } from '../engine/canvas.ts';
import { printerFonts } from '../engine/printer-fonts.ts';
import { decodeImage } from '../raster/images/decode.ts';
import { compile } from '../template/compile.ts';
import type { LabelSize } from '../units.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import { parse } from '../zpl/parse.ts';
import { readAhead } from '../zpl/tokenize.ts';
import { checkCommands } from './checks/commands.ts';
import { checkLabels } from './checks/labels.ts';
import { checkSecondLabel } from './checks/second-label.ts';
import { dataWithin, nameWithin } from './checks/spans.ts';
import { checkValues } from './checks/values.ts';
import type { Finding } from './finding.ts';
import { COMMAND_REFERENCE } from './reference/command-reference.ts';
import { Report, type Totals } from './report.ts';

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

/** What was found, and how many there are of each severity, those included that are too many to be listed. */
export interface Linted {
  readonly findings: readonly Finding[];
  readonly totals: Totals;
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
  return lintWithTotals(zpl, options).findings;
}

/** The same, with their numbers. */
export function lintWithTotals(zpl: Uint8Array, options: LintOptions = {}): Linted {
  const bytes = byteStringOf(zpl);
  const report = new Report(bytes, options.file ?? null);
  if (isZpl(bytes)) checkStream(bytes, options, report);
  else reportNoZpl(bytes, report);
  return { findings: report.findings(), totals: report.totals };
}

/** Whether a label begins, or more commands are ZPL's than are not: other files have carets and tildes too. */
function isZpl(bytes: ByteString): boolean {
  let known = 0;
  let others = 0;
  for (const { name, start, paramsStart } of readAhead(bytes)) {
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
  const { variables = null, dynamicTokens = [], fieldTransforms = [] } = options;
  const size = { dpi: USUAL_DPI, ...options.size };
  const dotsPerMm = headOf(size.dpi);
  const { printer, last, start, placeholders } = checkCommands(bytes, dotsPerMm, report);
  const sizeSpans = { width: last.get('^PW') ?? start, height: last.get('^LL') ?? start };
  const template = compile({ zpl: bytes, fieldTransforms, dynamicTokens });
  if (template.failure !== null) {
    const message = template.failure.message.replace(/\.$/, '');
    report.add({ code: 'label-too-large', span: start, message });
    return;
  }
  const fill = { template, variables, dynamicTokens, placeholders, start, dotsPerMm, now: NOON };
  const shown = checkValues(fill, report);
  checkSecondLabel(bytes, printer, last, report);
  const { labels, fonts } =
    shown.bytes === bytes
      ? { labels: printer.labels, fonts: printer.objects.fonts() }
      : parse(shown.bytes, { dotsPerMm, decodeImage, now: NOON, held: printerFonts() });
  const dataOf = (span: Span): Span => dataWithin(bytes, shown.toSource(span));
  const commandOf = (span: Span): Span => nameWithin(shown.toSource(span));
  checkLabels({ labels, fonts, dotsPerMm, size, sizeSpans, dataOf, commandOf }, report);
}
