import type { WorkTimings } from '../engine/task.ts';
import { FailureError, failureInFull } from '../errors.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { fontDownload } from './font-download.ts';
import type { FontUpload } from './font-upload.ts';
import { type GraphicUpload, graphicField, pageField } from './graphic-field.ts';
import { CountRefusal, labelaryLabels } from './labelary-labels.ts';
import type { LabelaryRequest } from './labelary-request.ts';
import { labelaryStatus } from './labelary-status.ts';

/** Work of a call that a thread of the pool does: plain data. */
export type LabelaryTask =
  | { readonly kind: 'labels'; readonly zpl: Uint8Array; readonly request: LabelaryRequest }
  | ({ readonly kind: 'graphic' } & GraphicUpload)
  | ({ readonly kind: 'font' } & FontUpload);

/** The first page of a PDF as a graphic: work without a bound, for a thread with a time limit. */
export type PageTask = { readonly kind: 'page' } & GraphicUpload;

/** The result of a task: a file, or the reason of a refusal. Plain data. */
export interface LabelaryResult {
  readonly status: number;
  /** The file; empty where the task was refused. */
  readonly body: Uint8Array;
  /** The reason of a refusal, in a line. */
  readonly reason: string;
  /** The number of labels that the ZPL prints; null for a task without labels, or if they were not counted. */
  readonly labelCount: number | null;
  /** The value of `X-Warnings`; empty for none. */
  readonly warnings: string;
  readonly timings: WorkTimings;
}

/** Does a task in this thread. Faults of what was sent are a result; other errors are thrown. */
export function doLabelaryTask(task: LabelaryTask): LabelaryResult {
  const began = performance.now();
  try {
    if (task.kind === 'labels') return { status: 200, reason: '', ...labelaryLabels(task.zpl, task.request) };
    return uploadResult(task.kind === 'graphic' ? graphicField(task) : fontDownload(task), began);
  } catch (error) {
    return faultResult(error, began);
  }
}

/** Draws a page of a PDF in this thread, as {@link doLabelaryTask} does other tasks. */
export function doPageTask(task: PageTask): LabelaryResult {
  const began = performance.now();
  try {
    return uploadResult(pageField(task), began);
  } catch (error) {
    return faultResult(error, began);
  }
}

function uploadResult(body: Uint8Array, began: number): LabelaryResult {
  return { status: 200, body, reason: '', labelCount: null, warnings: '', timings: timingsSince(began) };
}

function faultResult(error: unknown, began: number): LabelaryResult {
  if (error instanceof RequestRefusal) {
    const labelCount = error instanceof CountRefusal ? error.labelCount : null;
    return refused(error.status, error.message, began, labelCount);
  }
  if (!(error instanceof FailureError)) throw error;
  return refused(labelaryStatus(error.failure), failureInFull(error.failure), began);
}

function refused(
  status: number,
  reason: string,
  began: number,
  labelCount: number | null = null,
): LabelaryResult {
  const timings = timingsSince(began);
  return { status, body: new Uint8Array(0), reason, labelCount, warnings: '', timings };
}

function timingsSince(began: number): WorkTimings {
  return { renderMs: performance.now() - began, encodeMs: 0 };
}
