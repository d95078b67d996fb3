import type { Element } from '../../zpl/label.ts';
import type { LabelEdges, PlacedElement } from '../layout/layout.ts';
import type { RuleCode } from '../rule-codes.ts';
import type { Findings, LaidOutLabel, RuleFamily } from '../rule-family.ts';
import { commandOf } from '../spans.ts';

/** Rules about elements that the edge of the label cuts off. */
export const EDGES = {
  rules: {
    'text-cut': {
      severity: 'error',
      title: 'A text is cut off by the edge of the label',
      wrong: 'The part beyond the edge is not printed.',
      example: '^XA^PW400^LL200^FO300,50^A0N,40^FD«Too far right»^FS^XZ',
      corrected: '^XA^PW400^LL200^FO50,50^A0N,40^FDToo far right^FS^XZ',
      instead: 'move it, take a smaller font or a block, or make the label larger',
    },
    'barcode-cut': {
      severity: 'error',
      title: 'A barcode is cut off by the edge of the label',
      wrong: 'A symbol with a missing part cannot be read.',
      example: '^XA^PW400^LL200^FO300,50^BY2^BCN,80^FD«12345»^FS^XZ',
      corrected: '^XA^PW400^LL200^FO50,50^BY2^BCN,80^FD12345^FS^XZ',
      instead: 'move it, make it smaller, or make the label larger',
    },
    'picture-cut': {
      severity: 'warning',
      title: 'A picture is cut off by the edge of the label',
      wrong: 'The part beyond the edge is not printed.',
      example: '^XA^PW400^LL200^FO396,50«^GF»A,8,8,1,FF818181818181FF^FS^XZ',
      corrected: '^XA^PW400^LL200^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'move it, or make the label larger',
    },
    'shape-cut': {
      severity: 'warning',
      title: 'A box or line is cut off by the edge of the label',
      wrong:
        'The part beyond the edge is not printed. A straight line that ends up to 2 mm beyond the edge is not reported.',
      example: '^XA^PW400^LL200^FO50,50«^GB»400,100,3^FS^XZ',
      corrected: '^XA^PW400^LL200^FO50,50^GB300,100,3^FS^XZ',
      instead: 'move it, make it smaller, or make the label larger',
    },
  },
  element: checkEdges,
} as const satisfies RuleFamily;

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

function checkEdges(
  { element, ink, isCut }: PlacedElement,
  { edges, spanOf, dotsPerMm }: LaidOutLabel,
  report: Findings,
): void {
  // White that is cut off leaves nothing missing.
  if (!isCut || ('white' in element && element.white)) return;
  if (edges.width === null && edges.height === null) return;
  if (ink !== null && isLineToEdge(element, edges, dotsPerMm)) return;
  const how = ink === null ? 'is outside of' : 'reaches beyond the edge of';
  const message = `${NAMES[element.kind]} ${how} the label, which is ${sizeOf(edges)}`;
  report.add({ code: CODES[element.kind], span: spanOf(element), command: commandOf(element), message });
}

/** Lines across a label are often a bit longer than it is: nothing is missing there. Millimetres. */
const OVERRUN_MAX_MM = 2;
const LINE_MAX_MM = 2;

/** Whether a line runs to the right or lower edge and little beyond it. */
function isLineToEdge(element: Element, { width, height }: LabelEdges, dotsPerMm: number): boolean {
  if (element.kind !== 'box' || element.thickness > LINE_MAX_MM * dotsPerMm) return false;
  const { origin, thickness } = element;
  // The place of ^FT is the lower left corner.
  if (origin.command === '^FT' || Math.min(element.width, element.height) > thickness) return false;
  const endsNear = (start: number, side: number, edge: number | null): boolean => {
    const length = Math.max(side, thickness);
    const over = edge === null ? 0 : start + length - edge;
    return over <= Math.min(OVERRUN_MAX_MM * dotsPerMm, length / 2);
  };
  return endsNear(origin.x, element.width, width) && endsNear(origin.y, element.height, height);
}

function sizeOf({ width, height }: LabelEdges): string {
  if (width === null) return `${height} dots long`;
  return height === null ? `${width} dots wide` : `${width} x ${height} dots large`;
}
