import { stat } from 'node:fs/promises';
import { wallClock } from '../../wall-clock.ts';
import { writePreview } from '../preview/write-preview.ts';
import { type BatchOptions, previewOf } from './batch-options.ts';
import type { Summary } from './ledger.ts';
import { type Environment, prepare } from './preparation.ts';
import type { ResourceStack } from './resource-stack.ts';

/** Draws the first row, the last one and so many others into `OUT.preview.png` or `.pdf`; nothing else is written. */
export async function previewBatch(
  options: BatchOptions,
  others: number,
  around: Environment,
  opened: ResourceStack,
): Promise<Summary> {
  const startedAt = performance.now();
  // A picture of each row, whatever is made of them later.
  const pictures: BatchOptions = { ...options, format: 'png', split: 1, nameTemplate: null, printer: null };
  // No row is done: there is no progress to show.
  const quiet = { ...around, quiet: true };
  const { input, layout, provider, progress } = await prepare(pictures, quiet, opened);
  const path = previewOf(options);
  const { rows, failed, unresolved } = await writePreview({
    path,
    format: options.format === 'pdf' ? 'pdf' : 'png',
    label: provider.label,
    input,
    layout,
    others,
    random: Math.random,
    makerOf: (chosen) => provider.open({ layout: chosen, rows: others + 2, now: wallClock(Date.now()) }),
    watcher: progress,
    signal: around.signal,
  });
  const { size: bytes } = await stat(path);
  const seconds = (performance.now() - startedAt) / 1000;
  return { rows, labels: rows - failed, failed, unresolved, bytes, seconds, resumed: false };
}
