import { LIMITS } from '../../limits.ts';
import { dotsOf } from '../../units.ts';
import type { BatchFormat, BatchLabel, RowLayout } from '../stages.ts';

/** Of a slot, for what is made of a chunk: so much is written at once. */
export const OUTPUT_BYTES = 1 << 20;
/** Room for rows that become longer than expected. */
const EXPECTED_BYTES = OUTPUT_BYTES / 2;
/** With much smaller ones the main thread has more to do than the threads. */
const CHUNK_BYTES_MAX = 1 << 15;
/** Enough to make crossing cheap, and few enough to keep all threads at work until the end. */
const IMAGES_MAX = 64;
/** Of a compressed label, by estimate. */
const DOTS_PER_BYTE = 32;
/** Of a value in the input, its delimiter included, by estimate. */
const CELL_BYTES = 16;

/** How large chunks should be, so that what is made of one mostly fits into the output of a slot. */
export function chunkBytesOf(
  { zpl, tokens, size }: BatchLabel,
  { copies }: RowLayout,
  format: BatchFormat,
): number {
  const dots = Math.min(
    dotsOf(size.widthMm, size.dpi) * dotsOf(size.heightMm, size.dpi),
    LIMITS.renderPixels,
  );
  const rows =
    format === 'zpl'
      ? EXPECTED_BYTES / (copies * (zpl.length + 1))
      : Math.min(EXPECTED_BYTES / (dots / DOTS_PER_BYTE + 1), IMAGES_MAX);
  const rowBytes = CELL_BYTES * (tokens.length + 1);
  return Math.round(Math.min(Math.max(rows, 1) * rowBytes, CHUNK_BYTES_MAX));
}
