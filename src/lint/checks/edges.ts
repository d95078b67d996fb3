import type { Element, Span } from '../../zpl/label.ts';
import type { Edges, PlacedElement } from '../layout/layout.ts';
import type { Report } from '../report.ts';
import type { RuleCode } from '../rules.ts';

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

/** The command whose place a finding about an element has. */
export function commandOf(element: Element): string {
  return element.command !== undefined && element.kind !== 'barcode' ? element.command : '^FD';
}
