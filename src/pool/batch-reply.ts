import type { Done, Outcome } from './reply.ts';

/** Below this a copy costs no more than a move. Bytes; measured equal at 25 kB. */
const MOVE_FROM_BYTES = 32_768;

/**
 * The outcomes of a batch as they cross to the main thread, which spends a microsecond on every object that it
 * gets: what was done, the most frequent outcome, is rows of numbers and bytes in one piece of memory.
 */
export interface BatchReply {
  /**
   * For each task in order: the length of its body, `ms`, how many figures there are, and these. A negative length
   * stands for the next of `others`, by itself.
   */
  readonly rows: readonly number[];
  readonly bodies: Uint8Array;
  readonly others: readonly Outcome[];
  /** What the thread holds, garbage included. */
  readonly memoryBytes: number;
}

/** Packs the outcomes of a batch, in its order. */
export function packed(outcomes: readonly Outcome[], memoryBytes: number): BatchReply {
  const rows: number[] = [];
  const others: Outcome[] = [];
  const small: Uint8Array[] = [];
  for (const outcome of outcomes) {
    const done = doneOf(outcome);
    if (done === null || done.body.length >= MOVE_FROM_BYTES) {
      rows.push(-1);
      others.push(outcome);
    } else {
      rows.push(done.body.length, outcome.ms, done.figures.length, ...done.figures);
      small.push(done.body);
    }
  }
  return { rows, bodies: joined(small), others, memoryBytes };
}

/** The outcomes that were packed. Small bodies are views of one piece of memory. */
export function unpacked({ rows, bodies, others }: BatchReply): Outcome[] {
  const outcomes: Outcome[] = [];
  let row = 0;
  let offset = 0;
  let other = 0;
  while (row < rows.length) {
    const length = rows[row] as number;
    if (length < 0) {
      outcomes.push(others[other++] as Outcome);
      row++;
      continue;
    }
    const ms = rows[row + 1] as number;
    const end = row + 3 + (rows[row + 2] as number);
    const body = bodies.subarray(offset, offset + length);
    outcomes.push({ kind: 'reply', reply: { ok: true, body, figures: rows.slice(row + 3, end) }, ms });
    offset += length;
    row = end;
  }
  return outcomes;
}

/** The memory of the large bodies that are its only view: it can be moved instead of copied. */
export function movable({ others }: BatchReply): ArrayBuffer[] {
  return others.flatMap((outcome) => {
    const body = doneOf(outcome)?.body;
    if (body === undefined) return [];
    const { buffer } = body;
    return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : [];
  });
}

function doneOf(outcome: Outcome): Done | null {
  return outcome.kind === 'reply' && outcome.reply.ok ? outcome.reply : null;
}

/** All in memory of its own: what crosses is the whole memory behind it, and `Buffer.concat` may take a shared one. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && first.buffer.byteLength === first.length) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
