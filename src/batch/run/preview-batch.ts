import { stat } from 'node:fs/promises';
import { wallClock } from '../../wall-clock.ts';
import { writePreview } from '../preview/write-preview.ts';
import { type BatchOptions, previewOf } from './batch-options.ts';
import type { Summary } from './ledger.ts';
import { type BatchEnvironment, prepare } from './preparation.ts';
import type { ResourceStack } from './resource-stack.ts';

/**
 * Draws the first row, the last one and `others` between them into `OUT.preview.png` or `.pdf`. No other file is
 * written.
 *
 * @throws BatchStopped, BatchUsage
 */
export async function previewBatch(
  options: BatchOptions,
  others: number,
  environment: BatchEnvironment,
  opened: ResourceStack,
): Promise<Summary> {
  const startedAt = performance.now();
  // A preview has a picture of each row, in whatever format the batch makes its labels.
  const pictures: BatchOptions = { ...options, format: 'png', split: 1, nameTemplate: null, printer: null };
  // A preview has no progress to show: no row is done by it.
  const quiet = { ...environment, quiet: true };
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
    signal: environment.signal,
  });
  const { size: bytes } = await stat(path);
  const seconds = (performance.now() - startedAt) / 1000;
  return { rows, labels: rows - failed, failed, unresolved, bytes, seconds, resumed: false };
}
