import { LIMITS } from '../limits.ts';
import { estimateTransforms } from '../template/transforms/work-estimate.ts';
import { dotsOf } from '../units.ts';
import type { LabelSource, Task } from './task.ts';

/** What a task will take and on whose account, as the pool wants to know before it queues it. */
export interface TaskCost {
  /** Dots of every surface that will be drawn. */
  readonly pixels: number;
  /** Bytes of ZPL that will be read, once for each record, and as many as the field transforms take the time of. */
  readonly units: number;
  readonly account: string;
}

/** Work of transforms that takes as long as substituting a byte of ZPL. */
const WORK_PER_UNIT = 16;

/** More pages than this make a PDF as heavy as a job can be; counting on would change nothing. */
const PAGES = 100;
/**
 * Surfaces of more dots take no longer: what is drawn on all of them together is bounded (`WorkMeter`), to what
 * ordinary labels of that many dots take.
 */
const PIXELS_MAX = 10 * LIMITS.renderPixels;

/** The cost of a task, from what is known without parsing anything. */
export function costOf(task: Task): TaskCost {
  const { label } = task;
  const account = label.accountId;
  if (task.kind === 'tokens') return { pixels: 0, units: label.zpl.length, account };
  if (task.kind === 'print') {
    const units = task.records.reduce((sum, record) => sum + unitsOf(task.label, record), 0);
    return { pixels: 0, units, account };
  }
  const surfaces = task.format === 'zpl' ? 0 : task.format === 'png' ? 1 : pagesOf(label.zpl);
  return {
    pixels: Math.min(surfaces * surfaceOf(task.label), PIXELS_MAX),
    units: unitsOf(task.label, task.variables),
    account,
  };
}

function unitsOf({ zpl, fieldTransforms }: LabelSource, variables: Readonly<Record<string, string>>): number {
  if (!Array.isArray(fieldTransforms) || fieldTransforms.length === 0) return zpl.length;
  let longest = 0;
  for (const name in variables) longest = Math.max(longest, (variables[name] as string).length);
  return zpl.length + Math.ceil(estimateTransforms(fieldTransforms, longest) / WORK_PER_UNIT);
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
