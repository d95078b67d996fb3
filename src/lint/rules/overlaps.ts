import { type Box, intersection, union } from '../../bitmap/box.ts';
import type { Element, Span } from '../../zpl/label.ts';
import type { Ink } from '../layout/ink.ts';
import type { PlacedElement, PlacedSymbol } from '../layout/layout.ts';
import { quietZone, type Zone } from '../layout/quiet-zone.ts';
import type { Findings, LaidOutLabel, RuleFamily } from '../rule-family.ts';
import { commandOf } from '../spans.ts';

/** Rules about elements that cover others, or are too close to a symbol. */
export const OVERLAPS = {
  rules: {
    'text-hidden': {
      severity: 'error',
      title: 'A text is black on black',
      wrong: 'A text on a filled box, a line or a dark picture is visible only where `^FR` inverts it.',
      example: '^XA^FO50,50^GB200,50,50^FS^FO60,60^A0N,30^FD«Fragile»^FS^XZ',
      corrected: '^XA^FO50,50^GB200,50,50^FS^FO60,60^A0N,30^FR^FDFragile^FS^XZ',
      instead: 'put ^FR before its data, or move it',
    },
    'text-overlapped': {
      severity: 'warning',
      title: 'Texts are printed over each other',
      wrong:
        'Neither can be read where their letters meet. Lines that share at most a sixth of their height are not reported.',
      example: '^XA^FO50,50^A0N,30^FDOne^FS^FO60,55^A0N,30^FD«Two»^FS^XZ',
      corrected: '^XA^FO50,50^A0N,30^FDOne^FS^FO50,90^A0N,30^FDTwo^FS^XZ',
      instead: 'move one of them',
    },
    'barcode-overlapped': {
      severity: 'warning',
      title: 'Something is printed over a symbol',
      wrong: 'Readers fail where too many bars or modules are covered.',
      example: '^XA^FO50,50^BY2^BCN,80^FD«12345»^FS^FO60,80^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^FO60,200^A0N,30^FDPrice^FS^XZ',
      instead: 'move one of them',
    },
    'quiet-zone': {
      severity: 'warning',
      title: 'The quiet zone of a symbol is not white',
      wrong:
        'Readers find the edges of a symbol by the white around it: 10 modules before and after bars, 4 around a QR Code.',
      example: '^XA^FO50,50^BY2^BCN,80^FD«12345»^FS^FO40,50^GB2,80,2^FS^XZ',
      corrected: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^FO20,50^GB2,80,2^FS^XZ',
      instead: 'leave more white around it',
    },
  },
  label: checkNeighbours,
} as const satisfies RuleFamily;

/** Pairs of elements of one label that are compared, first by their boxes, then dot by dot. */
const BOXES_MAX = 1_000_000;
const DOTS_MAX = 2000;

/** The distance up to which the same text printed twice is taken for bold type. Dots. */
const BOLD = 4;

/** An element with the rectangle in which others disturb it. */
interface Reach {
  readonly placed: PlacedElement;
  readonly ink: Ink;
  readonly box: Box;
  readonly zones: readonly (Zone & { readonly symbol: PlacedSymbol })[];
}

/** Reports text and symbols with others printed over them, and symbols without room around them. */
function checkNeighbours(label: LaidOutLabel, report: Findings): void {
  checkPairs(label, report);
  for (const one of label.known) checkRoom(one, label, report);
}

function checkPairs({ known, spanOf }: LaidOutLabel, report: Findings): void {
  const reaches = known.flatMap((placed) => reachOf(placed) ?? []);
  // Black dots there may be visible in the end.
  const brightened = known.flatMap(({ element, ink }) =>
    ink !== null && brightens(element) ? [ink.box] : [],
  );
  // By their upper edges, so that those above are done with.
  const sorted = reaches.toSorted((a, b) => a.box.top - b.box.top);
  let active: Reach[] = [];
  let boxes = 0;
  let dots = 0;
  for (const one of sorted) {
    active = active.filter(({ box }) => box.bottom > one.box.top);
    for (const other of active) {
      if (++boxes > BOXES_MAX || dots > DOTS_MAX) return;
      if (intersection(one.box, other.box) === null) continue;
      dots++;
      checkPair(one, other, spanOf, report);
      checkHidden(one, other, brightened, spanOf, report);
    }
    active.push(one);
  }
}

function reachOf(placed: PlacedElement): Reach | null {
  const { element, ink, symbols } = placed;
  if (ink === null || ('white' in element && element.white)) return null;
  const zones = symbols.map((symbol) => ({ ...quietZone(element, symbol), symbol }));
  const box = zones.reduce((all, { around }) => union(all, around), ink.box);
  return { placed, ink, box, zones };
}

function checkPair(one: Reach, other: Reach, spanOf: (element: Element) => Span, report: Findings): void {
  if (disturbs(one, other, spanOf, report) || disturbs(other, one, spanOf, report)) return;
  const [a, b] = [one.placed.element, other.placed.element];
  if (!hasLetters(a) || !hasLetters(b) || a.reverse || b.reverse || isBold(one, other)) return;
  if (!one.ink.meets(other.ink) || doLinesTouch(one, other)) return;
  const later = a.span.start > b.span.start ? a : b;
  const message = `this text is printed over ${nameOf(later === a ? b : a)}`;
  report.add({ code: 'text-overlapped', span: spanOf(later), command: commandOf(later), message });
}

/** Text whose dots are all on a box, a line or a picture that is just as black. */
function checkHidden(
  one: Reach,
  other: Reach,
  brightened: readonly Box[],
  spanOf: (element: Element) => Span,
  report: Findings,
): void {
  const [text, beneath] = hasLetters(one.placed.element) ? [one, other] : [other, one];
  const { element } = text.placed;
  if (element.kind !== 'text' || hasLetters(beneath.placed.element)) return;
  if (!/[\p{L}\p{N}]/u.test(element.text)) return;
  if (brightened.some((box) => intersection(box, text.ink.box) !== null)) return;
  if (!text.ink.isOn(beneath.ink)) return;
  const message = `this text is black on the black of ${nameOf(beneath.placed.element)}`;
  report.add({ code: 'text-hidden', span: spanOf(element), command: commandOf(element), message });
}

/** Whether an element leaves white where black was. */
function brightens(element: Element): boolean {
  return element.reverse || ('white' in element && element.white);
}

/** Whether something is printed over a symbol, or too close to it. */
function disturbs(
  { placed, zones }: Reach,
  by: Reach,
  spanOf: (element: Element) => Span,
  report: Findings,
): boolean {
  const { element } = placed;
  if (element.reverse) return false;
  for (const { symbol, around, modules } of zones) {
    const at = { span: spanOf(element), command: '^FD' };
    if (by.ink.isIn(symbol.box)) {
      const message = `${nameOf(by.placed.element)} is printed over this ${symbol.drawn.symbology} symbol`;
      report.add({ code: 'barcode-overlapped', ...at, message });
      return true;
    }
    if (!by.ink.isIn(around)) continue;
    const message = `${nameOf(by.placed.element)} is in the quiet zone of this ${symbol.drawn.symbology} symbol, ${modules} modules wide`;
    report.add({ code: 'quiet-zone', ...at, message });
    return true;
  }
  return false;
}

/** Reports a symbol so close to the edge that a part of its quiet zone is not on the label. */
function checkRoom(
  { element, symbols, isCut }: PlacedElement,
  { edges: { width, height }, spanOf }: LaidOutLabel,
  report: Findings,
): void {
  if (isCut || element.reverse || (width === null && height === null)) return;
  for (const symbol of symbols) {
    const { around, modules } = quietZone(element, symbol);
    const isBeyond =
      (width !== null && (around.left < 0 || around.right > width)) ||
      (height !== null && (around.top < 0 || around.bottom > height));
    if (!isBeyond) continue;
    const message = `the label ends in the quiet zone of this ${symbol.drawn.symbology} symbol, ${modules} modules wide`;
    report.add({ code: 'quiet-zone', span: spanOf(element), command: '^FD', message });
    return;
  }
}

function hasLetters({ kind }: Element): boolean {
  return kind === 'text' || kind === 'symbol' || kind === 'barcode';
}

/** The same text printed twice, a dot or two apart. */
function isBold(
  { placed: { element: a }, ink }: Reach,
  { placed: { element: b }, ink: other }: Reach,
): boolean {
  if (a.kind !== 'text' || b.kind !== 'text' || a.text !== b.text) return false;
  return Math.abs(ink.box.left - other.box.left) <= BOLD && Math.abs(ink.box.top - other.box.top) <= BOLD;
}

/** Letters stay readable where lines share at most this part of their height: tails of one and accents of the next. */
const TOUCH_MAX = 1 / 6;

/** Whether two texts are lines so close to each other that only the lowest letters of one reach the other. */
function doLinesTouch(
  { placed: { element: a }, ink }: Reach,
  { placed: { element: b }, ink: other }: Reach,
): boolean {
  if (a.kind !== 'text' || b.kind !== 'text' || a.orientation !== b.orientation) return false;
  const shared = intersection(ink.box, other.box);
  if (shared === null) return true;
  const isUpright = a.orientation === 'N' || a.orientation === 'I';
  const depth = isUpright ? shared.bottom - shared.top : shared.right - shared.left;
  return depth <= TOUCH_MAX * Math.min(a.font.height, b.font.height);
}

const SHOWN_MAX = 20;

function nameOf(element: Element): string {
  switch (element.kind) {
    case 'text':
      return JSON.stringify(element.text.slice(0, SHOWN_MAX));
    case 'barcode':
      return 'another barcode';
    default:
      return `the ${commandOf(element)}`;
  }
}
