import { LIMITS } from '../limits.ts';
import { PICTURE_MARK } from '../template/raster-markers/marker.ts';
import { estimateTransforms } from '../template/transforms/work-estimate.ts';
import { dotsOf } from '../units.ts';
import type { LabelSource, SentTask } from './task.ts';

/** The cost of a task and its account, by which the pool queues it. */
export interface TaskCost {
  /** Dots of every surface that will be drawn. */
  readonly pixels: number;
  /** Bytes of ZPL that will be read, once for each record, and the work of transforms and pictures in such bytes. */
  readonly units: number;
  readonly account: string;
}

/** Work of transforms that takes as long as substituting a byte of ZPL. */
const WORK_PER_UNIT = 16;

/** Units of a record whose values have pictures: decoding and fitting a photo take some 10 ms. */
const PICTURE_UNITS = 600_000;

/** More pages than this make a PDF as heavy as a job can be; counting on would change nothing. */
const PAGES = 100;
/**
 * Surfaces of more dots take no longer: `WorkMeter` bounds the drawing on all of them together, to the work of ordinary
 * labels of that many dots.
 */
const PIXELS_MAX = 10 * LIMITS.renderPixels;

/** Whether the cost of a task depends on the values: field transforms take longer for longer ones. */
export function valuesMatter({ fieldTransforms }: Pick<LabelSource, 'fieldTransforms'>): boolean {
  return Array.isArray(fieldTransforms) && fieldTransforms.length > 0;
}

/** The cost of a task, from what is known without parsing anything. */
export function costOf(task: SentTask): TaskCost {
  const { label } = task;
  const account = label.accountId;
  if (task.kind === 'tokens') return { pixels: 0, units: label.zpl.length, account };
  const records = task.kind === 'print' ? task.records : 1;
  const pictures = mayShowPictures(label) ? records * PICTURE_UNITS : 0;
  const units = records * label.zpl.length + pictures + transformUnits(task.label, task.values ?? []);
  const surfaces =
    task.kind === 'print' || task.format === 'zpl' ? 0 : task.format === 'png' ? 1 : pagesOf(label.zpl);
  return { pixels: Math.min(surfaces * surfaceOf(task.label), PIXELS_MAX), units, account };
}

/** Labels stay in memory, and their ZPL with them. */
const shown = new WeakMap<Uint8Array, boolean>();

/** Whether a label may have a marker of a picture, without reading its commands. */
function mayShowPictures({ zpl }: Pick<LabelSource, 'zpl'>): boolean {
  let found = shown.get(zpl);
  if (found === undefined) {
    found = Buffer.from(zpl.buffer, zpl.byteOffset, zpl.byteLength).includes(PICTURE_MARK);
    shown.set(zpl, found);
  }
  return found;
}

function transformUnits(label: LabelSource, records: readonly Readonly<Record<string, string>>[]): number {
  const { fieldTransforms } = label;
  if (!Array.isArray(fieldTransforms) || fieldTransforms.length === 0) return 0;
  return records.reduce((units, record) => {
    const longest = Object.values(record).reduce((most, { length }) => Math.max(most, length), 0);
    return units + Math.ceil(estimateTransforms(fieldTransforms, longest) / WORK_PER_UNIT);
  }, 0);
}

/** Dots of a surface; none for one that is refused before it is drawn. */
function surfaceOf({ size: { widthMm, heightMm, dpi } }: LabelSource): number {
  const dots = dotsOf(widthMm, dpi) * dotsOf(heightMm, dpi);
  return dots <= LIMITS.renderPixels ? dots : 0;
}

/** Labels of a stream by their ends; prefixes that the stream changes are not followed. */
function pagesOf(zpl: LabelSource['zpl']): number {
  const text = Buffer.from(zpl.buffer, zpl.byteOffset, zpl.byteLength);
  let pages = 0;
  for (let at = text.indexOf('^XZ'); at >= 0 && pages < PAGES; at = text.indexOf('^XZ', at + 3)) pages++;
  return Math.max(1, pages);
}
