import type { Rectangle } from '../bitmap/box.ts';
import { type TracedLabels, traceLabels } from '../engine/traced-labels.ts';
import { FailureError } from '../errors.ts';
import { deadlineIn } from '../in-time.ts';
import { dotsOf, type LabelSize, type MediaSize, MM_PER_INCH, mmOf } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { declaredSides } from '../zpl/declared-sides.ts';
import type { Label } from '../zpl/label.ts';
import { type ScaledStream, scaledZpl } from './scaled-zpl.ts';

/** A change of size that is reported. */
const CHANGE_MIN = 0.1;
/** A change of up to this many dots is rounding. */
const ROUNDING_DOTS = 2;
/** The label of a stream without a size. */
const USUAL: MediaSize = { widthMm: 4 * MM_PER_INCH, heightMm: 6 * MM_PER_INCH };
const LABELS_MAX = 50;
const DRAWING_MS = 30_000;
/** Characters of data in a message. */
const SHOWN = 30;
const LINES_MAX = 100;
/** Millimetres drawn beyond the right and lower edges. */
const ROOM_MM = 10;

/** Elements without text of their own, in messages. */
const NAMES = {
  box: 'a box',
  ellipse: 'an ellipse',
  diagonal: 'a diagonal line',
  graphic: 'a picture',
  symbol: 'a mark (^GS)',
} as const;

/**
 * A stream for another resolution, with notes for people: parts that stayed as they were; symbols and texts that are
 * larger or smaller than the rest by more than a tenth, since modules are whole dots and bitmap fonts have whole
 * magnifications; and elements that leave their label because of that.
 *
 * @param media the size of the label; null for the size of its last `^PW` and `^LL`
 * @throws FailureError `too_large` where the pictures would take more than 16 MiB
 */
export function scaledWithReport(
  source: ByteString,
  fromDpi: number,
  toDpi: number,
  media: MediaSize | null,
): ScaledStream {
  const scaled = scaledZpl(source, fromDpi, toDpi);
  const { zpl, notes, isSplit } = scaled;
  if (zpl === source) return scaled;
  // Both streams need the same elements, which are compared one by one.
  const whole = isSplit ? scaledZpl(source, fromDpi, toDpi, Number.POSITIVE_INFINITY).zpl : zpl;
  const lines = [...notes, ...changesOf(source, whole, fromDpi, toDpi, media ?? sizeOf(source, fromDpi))];
  const more = lines.length - LINES_MAX;
  return { ...scaled, notes: more > 0 ? [...lines.slice(0, LINES_MAX), `${more} more`] : lines };
}

function changesOf(
  source: ByteString,
  scaled: ByteString,
  fromDpi: number,
  toDpi: number,
  media: MediaSize,
): readonly string[] {
  const options = { now: new Date(0), deadline: deadlineIn(DRAWING_MS) };
  const trace = (zpl: ByteString, size: LabelSize): TracedLabels =>
    traceLabels(zpl, size, { first: 0, count: LABELS_MAX }, options);
  const ratio = toDpi / fromDpi;
  // Drawings and boxes end at the edge: room beyond the label distinguishes an element at the edge from one that is
  // cut.
  const [widthMm, heightMm] = [media.widthMm + ROOM_MM, media.heightMm + ROOM_MM];
  const canvasOf = (dpi: number): Sides => ({
    width: dotsOf(media.widthMm, dpi),
    height: dotsOf(media.heightMm, dpi),
  });
  try {
    const before = trace(source, { widthMm, heightMm, dpi: fromDpi });
    const after = trace(scaled, { widthMm, heightMm, dpi: toDpi });
    return before.labels.flatMap(({ label, boxes }, at) => {
      const changed = after.labels[at]?.boxes ?? [];
      return boxes.flatMap((each, index) => {
        const was = uprightBox(each.box, label, before.canvas);
        const is = uprightBox(changed[index]?.box ?? null, label, after.canvas);
        const element = label.elements[index];
        if (element === undefined || was === null) return [];
        const name = `label ${at + 1}: ${nameOf(element)}`;
        const isLeaving = leavesBy(was, is, canvasOf(fromDpi), canvasOf(toDpi), ratio);
        const words = is === null ? null : changeOf(element, was, is, ratio);
        return [
          ...(words === null ? [] : [`${name} ${words}`]),
          ...(isLeaving ? [`${name} leaves its label`] : []),
        ];
      });
    });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return ['the labels are too large to be drawn, so symbols were not compared'];
  }
}

/** The size by the last `^PW` and `^LL`. */
function sizeOf(source: ByteString, dpi: number): MediaSize {
  const { width, height } = declaredSides(source);
  return {
    widthMm: width === null ? USUAL.widthMm : mmOf(width, dpi),
    heightMm: height === null ? USUAL.heightMm : mmOf(height, dpi),
  };
}

type Element = Label['elements'][number];

function nameOf(element: Element): string {
  const shown = (text: string): string =>
    JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
  if (element.kind === 'barcode')
    return `${element.command} of ${shown(Buffer.from(element.data, 'latin1').toString())}`;
  return element.kind === 'text' ? `the text ${shown(element.text)}` : NAMES[element.kind];
}

/** The reasons why an element may have another size than all lengths; shapes have the size that is written. */
const REASONS: Readonly<Partial<Record<Element['kind'], string>>> = {
  barcode: 'its modules are whole dots',
  graphic: 'its modules are whole dots',
  text: 'its font has whole magnifications',
};

/**
 * The change of an element's larger side in words, if it differs from that of all lengths; null for one that is not
 * worth a line.
 */
function changeOf({ kind }: Element, was: Rectangle, is: Rectangle, ratio: number): string | null {
  const exact = Math.max(was.width, was.height) * ratio;
  const change = Math.max(is.width, is.height) / exact - 1;
  const reason = REASONS[kind];
  const isRounding = Math.abs(change * exact) <= ROUNDING_DOTS;
  if (reason === undefined || Math.abs(change) <= CHANGE_MIN || isRounding) return null;
  const percent = Math.round(Math.abs(change) * 100);
  return `${change > 0 ? 'grew' : 'shrank'} by ${percent} %: ${reason}`;
}

/** The place of an element before its label is turned or mirrored. */
function uprightBox(box: Rectangle | null, label: Label, canvas: Sides): Rectangle | null {
  if (box === null) return null;
  const x = label.inverted !== label.mirrored ? canvas.width - box.x - box.width : box.x;
  return { ...box, x, y: label.inverted ? canvas.height - box.y - box.height : box.y };
}

type Sides = Pick<Rectangle, 'width' | 'height'>;

/** Whether an element that was inside its label reaches beyond it, by more than a dot that rounding may cost. */
function leavesBy(was: Rectangle, is: Rectangle | null, before: Sides, after: Sides, ratio: number): boolean {
  const wasInside = was.x + was.width <= before.width && was.y + was.height <= before.height;
  if (!wasInside) return false;
  if (is === null) return true;
  const margin = Math.ceil(ratio);
  return (
    (is.x + is.width > after.width && (was.x + was.width) * ratio < after.width - margin) ||
    (is.y + is.height > after.height && (was.y + was.height) * ratio < after.height - margin)
  );
}
