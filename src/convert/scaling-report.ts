import type { Rectangle } from '../bitmap/box.ts';
import { type TracedLabels, traceLabels } from '../engine/traced-labels.ts';
import { FailureError } from '../errors.ts';
import { MM_PER_INCH } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { declaredSides } from '../zpl/declared-sides.ts';
import type { Label } from '../zpl/label.ts';

/** A change of size that is reported. */
const CHANGE_MIN = 0.1;
/** The label of a stream that says no size. Inches. */
const USUAL = { width: 4, height: 6 };
const LABELS_MAX = 50;
const DRAWING_MS = 30_000;
/** Characters of data in a message. */
const SHOWN = 30;

/**
 * The symbols of a stream that scaling made larger or smaller than the rest by more than a tenth, because modules are
 * whole dots, and what leaves its label by that. A line each; one line alone where the labels are too large to compare.
 */
export function scalingReport(
  source: ByteString,
  scaled: ByteString,
  fromDpi: number,
  toDpi: number,
): readonly string[] {
  const end = performance.now() + DRAWING_MS;
  const options = { now: new Date(0), deadline: () => performance.now() > end };
  const inches = sizeOf(source, fromDpi);
  const trace = (zpl: ByteString, dpi: number): TracedLabels =>
    traceLabels(
      zpl,
      { widthMm: inches.width * MM_PER_INCH, heightMm: inches.height * MM_PER_INCH, dpi },
      { first: 0, count: LABELS_MAX },
      options,
    );
  try {
    const before = trace(source, fromDpi);
    const after = trace(scaled, toDpi);
    return before.labels.flatMap(({ label, boxes }, at) => {
      const changed = after.labels[at]?.boxes ?? [];
      return boxes.flatMap(({ box }, index) => {
        const now = changed[index]?.box ?? null;
        const element = label.elements[index];
        if (element === undefined || box === null) return [];
        const name = `label ${at + 1}: ${nameOf(element)}`;
        const left = leavesBy(box, now, before, after, toDpi / fromDpi) ? [`${name} leaves its label`] : [];
        const words = element.kind === 'barcode' && now !== null ? changeOf(box, now, toDpi / fromDpi) : null;
        return words === null ? left : [`${name} ${words}`, ...left];
      });
    });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return ['the labels are too large to be drawn, so symbols were not compared'];
  }
}

/** The size that the last `^PW` and `^LL` say. Inches. */
function sizeOf(source: ByteString, dpi: number): typeof USUAL {
  const { width, height } = declaredSides(source);
  return {
    width: width === null ? USUAL.width : width / dpi,
    height: height === null ? USUAL.height : height / dpi,
  };
}

function nameOf(element: Label['elements'][number]): string {
  if (element.kind !== 'barcode') return element.kind === 'text' ? 'a text' : `a ${element.kind}`;
  const data = Buffer.from(element.data, 'latin1').toString();
  return `${element.command} of ${JSON.stringify(data.length > SHOWN ? `${data.slice(0, SHOWN)}…` : data)}`;
}

/** The change of a symbol's larger side beside that of all lengths; null for one that is not worth a line. */
function changeOf(was: Rectangle, is: Rectangle, ratio: number): string | null {
  const change = Math.max(is.width, is.height) / (Math.max(was.width, was.height) * ratio) - 1;
  if (Math.abs(change) <= CHANGE_MIN) return null;
  const percent = Math.round(Math.abs(change) * 100);
  return `${change > 0 ? 'grew' : 'shrank'} by ${percent} %: its modules are whole dots`;
}

/** Whether an element that was inside its label reaches beyond it, by more than a dot that rounding may cost. */
function leavesBy(
  was: Rectangle,
  is: Rectangle | null,
  before: TracedLabels,
  after: TracedLabels,
  ratio: number,
): boolean {
  const wasInside = was.x + was.width < before.canvas.width && was.y + was.height < before.canvas.height;
  if (!wasInside) return false;
  // Drawing ends at the edge.
  if (is === null) return true;
  const margin = Math.ceil(ratio);
  return (
    (is.x + is.width >= after.canvas.width && (was.x + was.width) * ratio < after.canvas.width - margin) ||
    (is.y + is.height >= after.canvas.height && (was.y + was.height) * ratio < after.canvas.height - margin)
  );
}
