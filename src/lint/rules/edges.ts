import type { Element } from '../../zpl/label.ts';
import type { PlacedElement } from '../layout/layout.ts';
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
      wrong: 'The part beyond the edge is not printed.',
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
  { edges, spanOf }: LaidOutLabel,
  report: Findings,
): void {
  // White that is cut off leaves nothing missing.
  if (!isCut || ('white' in element && element.white)) return;
  if (edges.width === null && edges.height === null) return;
  const size = [edges.width ?? '?', edges.height ?? '?'].join(' x ');
  const how = ink === null ? 'is outside of' : 'reaches beyond the edge of';
  const message = `${NAMES[element.kind]} ${how} the label of ${size} dots`;
  report.add({ code: CODES[element.kind], span: spanOf(element), command: commandOf(element), message });
}
