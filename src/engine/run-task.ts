import { LIMITS } from '../limits.ts';
import { checkDrawing } from '../raster/can-draw.ts';
import { dynamicTokenNames } from '../template/dynamic-token-names.ts';
import { print } from '../template/print.ts';
import { substituteStream } from '../template/substitute.ts';
import { wallClock } from '../wall-clock.ts';
import { toBytes } from '../zpl/byte-string.ts';
import { ArtifactBuilder } from './artifact-builder.ts';
import { canvasOf } from './canvas.ts';
import { choiceOf, drawRecord } from './draw-record.ts';
import { type PlainOrder, PlainOrders } from './plain-orders.ts';
import { checkImages } from './render-images.ts';
import type { Artifact, LabelSource, RenderTask, Task } from './task.ts';
import { TemplateCache } from './template-cache.ts';
import { warningsOf } from './warnings.ts';

const templates = new TemplateCache();
const orders = new PlainOrders();

/** The orders in which values of a label are known to come. */
export function ordersOf({ contentId }: LabelSource): readonly PlainOrder[] {
  return orders.of(contentId);
}

/** Notes the order of a record's names; returns false if it is known. */
export function noteOrder(label: LabelSource, names: readonly string[]): boolean {
  return orders.note(label.contentId, names, () => templates.get(label));
}

/**
 * Does one task in this thread.
 *
 * @throws FailureError for everything that is wrong with the content.
 */
export function runTask(task: Task): Required<Artifact> {
  const artifact = makeArtifact(task);
  return task.kind !== 'tokens' && task.validates === true
    ? { ...artifact, body: new Uint8Array(0) }
    : artifact;
}

function makeArtifact(task: Task): Required<Artifact> {
  const artifact = new ArtifactBuilder();
  switch (task.kind) {
    case 'render':
      // After that time the client has had its 503.
      return render(task, artifact, () => Date.now() > task.now + LIMITS.requestMs);
    case 'print': {
      const { label, records, copies, now, validates = false } = task;
      const context = { now: wallClock(now), validates };
      const { output, unresolved } = print(templates.get(label), records, copies, context);
      return artifact.bytes(output, { unresolved, labels: records.length * copies });
    }
    case 'tokens':
      return artifact.bytes(
        Buffer.from(JSON.stringify(dynamicTokenNames(task.label.zpl, task.label.dynamicTokens))),
      );
    default:
      return task satisfies never;
  }
}

function render(task: RenderTask, artifact: ArtifactBuilder, deadline: () => boolean): Required<Artifact> {
  const { label, format, variables, drawnAs } = task;
  const now = wallClock(task.now);
  // A refused size fails before any fault of the content, as it does when ZPL is drawn elsewhere.
  if (format !== 'zpl') canvasOf(label.size);
  const template = templates.get(label);
  if (format === 'zpl') {
    const { output: zpl, unresolved } = substituteStream(template, variables, { now });
    if (drawnAs === undefined) return artifact.bytes(toBytes(zpl), { unresolved });
    const labels = checkImages(zpl, label.size, choiceOf(drawnAs), { now, deadline });
    return artifact.bytes(toBytes(zpl), { warnings: warningsOf(template.diagnostics), unresolved, labels });
  }
  const { images, warnings, unresolved } = drawRecord(label, template, format, variables, {
    now,
    deadline,
    compress: (bitmap, meter) => artifact.compress(bitmap, meter),
  });
  return artifact.images(format, label.size, images, { warnings, unresolved });
}

/**
 * Runs the path of ZPL once before the first request, so that its code is compiled. The canvas and the fonts are only
 * checked for, and loaded by the first image of the thread: they take 0.2 s of processor time and 35 MB, which a
 * service that answers ZPL never needs. Nobody waits for the result, so it has no deadline: the clock may be set while
 * the machine starts.
 *
 * @throws Error where nothing can be drawn, which ends the start of the service.
 */
export function warm(): void {
  checkDrawing();
  const label = {
    id: 'warm',
    accountId: 'warm',
    contentId: 'warm',
    zpl: Buffer.from('^XA^FO10,10^A0N,30^FDWarm^FS^FO10,60^BCN,40^FDWARM^FS^XZ'),
    size: { widthMm: 50, heightMm: 25, dpi: 203 },
    dynamicTokens: [],
    fieldTransforms: [],
  };
  const task = { kind: 'render', label, format: 'zpl', variables: {}, now: Date.now() } as const;
  render(task, new ArtifactBuilder(), () => false);
}
