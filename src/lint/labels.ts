import { FailureError, withoutFullStop } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { DownloadedFonts } from '../raster/font/downloaded-fonts.ts';
import { findPlaceholders } from '../template/placeholders/token.ts';
import { type DotsPerMm, dotsOf, type LabelSize } from '../units.ts';
import type { Element, Label, Span } from '../zpl/label.ts';
import { addFieldDiagnostic, ownerOfDiagnostic } from './diagnosed.ts';
import { type LabelEdges, LayoutMaker } from './layout/layout.ts';
import type { Findings, LaidOutLabel } from './rule-family.ts';
import { FAMILIES } from './rules.ts';

/** The checks of all families. */
const CHECKS = {
  element: FAMILIES.flatMap(({ element }) => element ?? []),
  openBarcode: FAMILIES.flatMap(({ openBarcode }) => openBarcode ?? []),
  label: FAMILIES.flatMap(({ label }) => label ?? []),
};

/** The labels of a stream with their layouts. */
export interface LabelsToCheck {
  readonly labels: readonly Label[];
  readonly fonts: ReadonlyMap<string, Uint8Array>;
  readonly dotsPerMm: DotsPerMm;
  /** A side that is not given is taken from `^PW` or `^LL`; without these, it is not known. */
  readonly size: Partial<LabelSize> & Pick<LabelSize, 'dpi'>;
  /** The commands that set the size, or the beginning of the stream. */
  readonly sizeSpans: { readonly width: Span; readonly height: Span };
  /** The span of an element's command in the given stream. */
  commandOf(span: Span): Span;
  /** The same of its data. */
  dataOf(span: Span): Span;
}

/** Checks labels as they are laid out. The first one beyond the renderer's limits is reported and ends the check. */
export function checkLabels(check: LabelsToCheck, report: Findings): void {
  const { labels, dotsPerMm, sizeSpans } = check;
  const fonts = new DownloadedFonts(check.fonts);
  const maker = new LayoutMaker(dotsPerMm, fonts);
  const characters = labels.reduce(
    (sum, { elements }) => sum + elements.reduce((n, one) => n + textOf(one).length, 0),
    0,
  );
  try {
    if (characters > LIMITS.textCharacters) {
      const message = `the labels have ${characters} characters; the service draws at most ${LIMITS.textCharacters}`;
      report.add({ code: 'label-too-large', span: sizeSpans.width, message });
      return;
    }
    for (const label of labels) checkLabel(label, maker, check, report);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const message = withoutFullStop(error.message);
    report.add({ code: 'label-too-large', span: sizeSpans.width, message });
  } finally {
    fonts.close();
  }
}

function checkLabel(label: Label, maker: LayoutMaker, check: LabelsToCheck, report: Findings): void {
  const edges = edgesOf(label, check, report);
  const { placed, diagnostics, edges: within } = maker.layOut(label, edges);
  const spanOf = (element: Element): Span => {
    const ofData = element.kind === 'text' || element.kind === 'barcode' || element.kind === 'symbol';
    return ofData ? check.dataOf(element.dataSpan ?? element.span) : check.commandOf(element.span);
  };
  const givenTo = new Map(placed.map(({ element: { span, dataSpan } }) => [span, dataSpan ?? span]));
  const known = placed.filter(({ element }) => !isOpen(element));
  const openSpans = new Set(placed.flatMap(({ element }) => (isOpen(element) ? [element.span] : [])));
  for (const diagnostic of diagnostics) {
    const owner = openSpans.has(diagnostic.span) ? undefined : ownerOfDiagnostic(diagnostic);
    if (owner === undefined) continue;
    if (FAMILIES[owner.family]?.isFindingInLabel?.(diagnostic, placed) === false) continue;
    const at = {
      data: check.dataOf(givenTo.get(diagnostic.span) ?? diagnostic.span),
      name: check.commandOf(diagnostic.span),
    };
    addFieldDiagnostic(owner.rule, diagnostic, at, report);
  }
  const laidOut: LaidOutLabel = { placed, known, edges: within, dotsPerMm: check.dotsPerMm, spanOf };
  for (const one of known) for (const run of CHECKS.element) run(one, laidOut, report);
  for (const { element } of placed) {
    if (element.kind !== 'barcode' || !isOpen(element)) continue;
    for (const run of CHECKS.openBarcode) run(element, laidOut, report);
  }
  for (const run of CHECKS.label) run(laidOut, report);
}

function edgesOf(
  { printWidth, labelLength = null }: Label,
  { size, sizeSpans }: LabelsToCheck,
  report: Findings,
): LabelEdges {
  const { widthMm, heightMm, dpi } = size;
  const edges = {
    width: widthMm === undefined ? printWidth : dotsOf(widthMm, dpi),
    height: heightMm === undefined ? labelLength : dotsOf(heightMm, dpi),
  };
  const isTooLarge = (side: number | null): boolean =>
    side !== null && !(side >= 1 && side <= LIMITS.renderDots);
  if (!isTooLarge(edges.width) && !isTooLarge(edges.height)) return edges;
  const span = isTooLarge(edges.width) ? sizeSpans.width : sizeSpans.height;
  const message = `a label of ${edges.width ?? '?'} x ${edges.height ?? '?'} dots is not drawn; a side may have 1 to ${LIMITS.renderDots} dots`;
  report.add({ code: 'label-too-large', span, message });
  return { width: null, height: null };
}

function textOf(element: Element): string {
  return element.kind === 'text' || element.kind === 'symbol'
    ? element.text
    : element.kind === 'barcode'
      ? element.data
      : '';
}

/** Whether the text of an element is unknown: a placeholder in it has no value. */
function isOpen(element: Element): boolean {
  const text = textOf(element);
  return text.includes('{') && findPlaceholders(text).length > 0;
}
