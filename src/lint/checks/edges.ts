import type { Element, Span } from '../../zpl/label.ts';
import type { Edges, PlacedElement } from '../layout/layout.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';
import { quietZone } from './quiet-zones.ts';

const CODES = {
  text: 'text-cut',
  symbol: 'text-cut',
  barcode: 'barcode-cut',
  graphic: 'picture-cut',
  box: 'shape-cut',
  ellipse: 'shape-cut',
  diagonal: 'shape-cut',
} as const satisfies Record<Element['kind'], RuleCode>;

const NAMES: Readonly<Record<Element['kind'], string>> = {
  text: 'this text',
  symbol: 'this mark',
  barcode: 'this barcode',
  graphic: 'this picture',
  box: 'this box',
  ellipse: 'this ellipse',
  diagonal: 'this line',
};

/** What reaches beyond the label and is cut off there. */
export function checkEdges(placed: PlacedElement, edges: Edges, span: Span, report: Report): void {
  const { element, ink, isCut } = placed;
  // White that is cut off leaves nothing missing.
  if (!isCut || ('white' in element && element.white)) return;
  if (edges.width === null && edges.height === null) return;
  const size = [edges.width ?? '?', edges.height ?? '?'].join(' x ');
  const how = ink === null ? 'lies beside' : 'reaches beyond the edge of';
  const message = `${NAMES[element.kind]} ${how} the label of ${size} dots`;
  report.add({ code: CODES[element.kind], span, command: commandOf(element), message });
}

/** A symbol so close to the edge that the white around it, which readers need, is not on the label. */
export function checkRoom(
  { element, symbols, isCut }: PlacedElement,
  { width, height }: Edges,
  span: Span,
  report: Report,
): void {
  if (isCut || element.reverse || (width === null && height === null)) return;
  for (const symbol of symbols) {
    const { around, modules } = quietZone(element, symbol);
    const isBeyond =
      (width !== null && (around.left < 0 || around.right > width)) ||
      (height !== null && (around.top < 0 || around.bottom > height));
    if (!isBeyond) continue;
    const message = `the label ends in the quiet zone of this ${symbol.drawn.symbology} symbol, ${modules} modules wide`;
    report.add({ code: 'quiet-zone', span, command: '^FD', message });
    return;
  }
}

/** The command whose place a finding about an element has. */
export function commandOf(element: Element): string {
  return element.command !== undefined && element.kind !== 'barcode' ? element.command : '^FD';
}
