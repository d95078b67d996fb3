import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Failure } from '../errors.ts';

/** What a worker answers: plain data, because the identity of a class does not survive the trip. */
export type Reply = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** Below this a copy costs no more than a move. Bytes; measured equal at 25 kB. */
const MOVE_FROM_BYTES = 32_768;

/**
 * For workers: a reply whose large byte arrays, named in `bytes`, are moved to the main thread rather than
 * copied. They are empty in the worker afterwards, so name only arrays that the worker does not keep, each
 * the only view of its memory. Small ones are copied.
 */
export function reply<R extends Reply>(value: R, bytes: readonly Uint8Array[]): R {
  const moved = bytes.filter((view) => view.byteLength >= MOVE_FROM_BYTES).map((view) => view.buffer);
  if (moved.length === 0) return value;
  // What piscina returns stands for the value until it has posted it.
  return move({ [transferableSymbol]: moved, [valueSymbol]: value }) as unknown as R;
}
