import type { Element, Span } from '../../zpl/label.ts';
import { type Box, intersection, union } from '../layout/box.ts';
import type { Ink } from '../layout/ink.ts';
import type { PlacedElement, PlacedSymbol } from '../layout/layout.ts';
import type { Report } from '../report.ts';
import { commandOf } from './edges.ts';
import { quietZone, type Zone } from './quiet-zones.ts';

/** Pairs of elements of one label that are compared, first by their boxes, then dot by dot. */
const BOXES_MAX = 1_000_000;
const DOTS_MAX = 2000;

/** Text that is printed twice so close together is meant to be bold. Dots. */
const BOLD = 4;

/** An element with the rectangle in which it minds others. */
interface Reach {
  readonly placed: PlacedElement;
  readonly ink: Ink;
  readonly box: Box;
  readonly zones: readonly (Zone & { readonly symbol: PlacedSymbol })[];
}

/**
 * Text and symbols that others are printed over, and symbols without room around them.
 *
 * @param spanOf where an element's command stands.
 */
export function checkOverlaps(
  label: readonly PlacedElement[],
  spanOf: (element: Element) => Span,
  report: Report,
): void {
  const reaches = label.flatMap((placed) => reachOf(placed) ?? []);
  // What is drawn in black there may be seen in the end.
  const brightened = label.flatMap(({ element, ink }) =>
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

function checkPair(one: Reach, other: Reach, spanOf: (element: Element) => Span, report: Report): void {
  if (disturbs(one, other, spanOf, report) || disturbs(other, one, spanOf, report)) return;
  const [a, b] = [one.placed.element, other.placed.element];
  if (!hasLetters(a) || !hasLetters(b) || a.reverse || b.reverse || isBold(one, other)) return;
  if (!one.ink.meets(other.ink) || doLinesTouch(one, other)) return;
  const later = a.span.start > b.span.start ? a : b;
  const message = `this text is printed over ${nameOf(later === a ? b : a)}`;
  report.add({ code: 'text-overlapped', span: spanOf(later), command: commandOf(later), message });
}

/** Text of which every dot lies on a box, a line or a picture, as black as itself. */
function checkHidden(
  one: Reach,
  other: Reach,
  brightened: readonly Box[],
  spanOf: (element: Element) => Span,
  report: Report,
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
  report: Report,
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
    const message = `${nameOf(by.placed.element)} stands in the quiet zone of this ${symbol.drawn.symbology} symbol, ${modules} modules wide`;
    report.add({ code: 'quiet-zone', ...at, message });
    return true;
  }
  return false;
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
